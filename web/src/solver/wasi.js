// What a WebAssembly module expects of its system: a clock, and a place to write its last words. It has no files, no
// arguments and no environment.

const success = 0;
const badDescriptor = 8;
const notSupported = 58;

/** The imports "wasi_snapshot_preview1" of a module. `memory()` is the memory of its instance. */
export function wasiImports(memory) {
  const view = () => new DataView(memory().buffer);
  const counts = (first, second) => {
    view().setUint32(first, 0, true);
    view().setUint32(second, 0, true);
    return success;
  };
  const known = {
    args_get: () => success,
    args_sizes_get: counts,
    environ_get: () => success,
    environ_sizes_get: counts,
    clock_time_get(clock, precision, result) {
      const isMonotonic = clock === 1;
      const now = isMonotonic ? performance.now() : Date.now();
      view().setBigUint64(result, BigInt(Math.round(now * 1e6)), true);
      return success;
    },
    fd_prestat_get: () => badDescriptor,
    fd_write(descriptor, parts, count, result) {
      let text = "";
      let size = 0;
      for (let part = parts; part < parts + 8 * count; part += 8) {
        const [begin, length] = [view().getUint32(part, true), view().getUint32(part + 4, true)];
        text += new TextDecoder().decode(new Uint8Array(memory().buffer, begin, length));
        size += length;
      }
      console.error(text.trimEnd());
      view().setUint32(result, size, true);
      return success;
    },
    proc_exit(code) {
      throw new Error(`the solver ended with ${code}`);
    },
  };
  return new Proxy(known, { get: (functions, name) => functions[name] ?? (() => notSupported) });
}
