#!/usr/bin/env python3
"""usage: make_manual.py PROGRAM FOLDER

Writes manual pages (FOLDER/man/man1) and completions for bash, zsh and fish (FOLDER/completions), made of what the
program says with --help, so that they cannot say anything else.
"""
import pathlib
import re
import subprocess
import sys


def help_of(program, *words):
    return subprocess.run([program, *words, "--help"], check=True, capture_output=True, text=True).stdout


def commands_in(text):
    """Names and descriptions, in the order of the help."""
    block = re.search(r"\nSubcommands:\n(.*?)\n\n", text, re.DOTALL)
    return re.findall(r"^  ([a-z][\w-]*) +(.*)$", block[1], re.MULTILINE) if block else []


def options_in(text):
    """Long options, in the order of the help."""
    return list(dict.fromkeys(re.findall(r"^ +(?:-\w,)?(--[\w-]+)", text, re.MULTILINE)))


def manual_page(name, text, version, others):
    """A page whose sections are those of the help."""
    def escaped(line):
        line = line.replace("\\", "\\e").replace("-", "\\-")
        return "\\&" + line if line[:1] in (".", "'") else line

    title, _, rest = text.partition("\n")
    usage, _, body = rest.partition("\n\n")
    lines = [f'.TH "{name.upper()}" 1 "" "{version}" "User Commands"', ".SH NAME",
             f"{escaped(name)} \\- {escaped(title.rstrip('.'))}", ".SH SYNOPSIS",
             escaped(usage.removeprefix("Usage: ")), ".SH DESCRIPTION", ".nf"]
    for line in body.rstrip().splitlines():
        heading = re.fullmatch(r"([A-Z][a-z]+):", line)
        lines += [".fi", f".SH {heading[1].upper()}", ".nf"] if heading else [escaped(line)]
    lines += [".fi", ".SH SEE ALSO", ", ".join(f".BR {other} (1)" for other in others[:1])]
    return "\n".join(lines) + "\n"


def bash_completion(commands):
    cases = "\n".join(f"        {name}) words='{' '.join(options)}' ;;" for name, _, options in commands)
    names = " ".join(name for name, _, _ in commands)
    return f"""# bash completion for philidor
_philidor() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} words='{names} --help --version'
    [ "$COMP_CWORD" -gt 1 ] && words=
    case ${{COMP_WORDS[1]}} in
{cases}
    esac
    [ "$COMP_CWORD" -eq 1 ] && words='{names} --help --version'
    if [ "$COMP_CWORD" -eq 1 ] || [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}}
complete -o filenames -F _philidor philidor
"""


def zsh_completion(commands):
    described = "\n".join("        '{}:{}'".format(name, text.replace("'", "").replace(":", "\\:")) for name, text, _ in commands)
    cases = "\n".join(f"        {name}) compadd -- {' '.join(options)} ;;" for name, _, options in commands)
    return f"""#compdef philidor
_philidor() {{
    local -a commands=(
{described}
    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    if [[ $words[CURRENT] != -* ]]; then
        _files
        return
    fi
    case $words[2] in
{cases}
    esac
}}
_philidor "$@"
"""


def fish_completion(commands):
    lines = ["# fish completion for philidor"]
    for name, text, options in commands:
        quoted = text.replace("'", "")
        lines.append(f"complete -c philidor -n __fish_use_subcommand -a {name} -d '{quoted}'")
        lines += [f"complete -c philidor -n '__fish_seen_subcommand_from {name}' -l {option[2:]}" for option in options]
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    pages = folder / "man" / "man1"
    completions = folder / "completions"
    for path in (pages, completions):
        path.mkdir(parents=True, exist_ok=True)
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    overview = help_of(program)
    found = commands_in(overview)
    if not found:
        print("make_manual: the help lists no commands", file=sys.stderr)
        return 1
    commands = []
    (pages / "philidor.1").write_text(manual_page("philidor", overview, version, ["philidor\\-solve"]))
    for name, text in found:
        own = help_of(program, name)
        commands.append((name, text, options_in(own)))
        (pages / f"philidor-{name}.1").write_text(manual_page(f"philidor-{name}", own, version, ["philidor"]))
    (completions / "philidor.bash").write_text(bash_completion(commands))
    (completions / "_philidor").write_text(zsh_completion(commands))
    (completions / "philidor.fish").write_text(fish_completion(commands))
    return 0


if __name__ == "__main__":
    sys.exit(main())
