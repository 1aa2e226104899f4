// Keys for the whole page. Fields and the board keep the keys that they need themselves.

/** Runs the action that a key has at the moment, except while text is typed: actionsNow() is {key: action}. */
export function listenToKeys(actionsNow) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const isTyping = event.target.closest?.("textarea, select, input:not([type=radio])");
    const isChoosing = event.target.type === "radio" && event.key.startsWith("Arrow");
    const action = actionsNow()[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (isTyping || isChoosing || !action) return;
    event.preventDefault();
    action();
  });
}
