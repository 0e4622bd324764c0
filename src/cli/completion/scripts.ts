import { ASKED_COMMAND } from "./asked-command.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Printed in place of candidates to let the shell complete file names. */
export const FILES_MARK = ":files";

/**
 * Completion scripts, sourced when a shell starts. They pass the command line as data and read lines back. They evaluate nothing, and print
 * nothing on stderr while a user is typing.
 */
export const SCRIPTS: Record<Shell, string> = {
  bash: `# assay completion for bash: source <(assay completion bash)
_assay_complete() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(assay ${ASKED_COMMAND} bash "$COMP_WORDBREAKS" "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  if [[ "\${COMPREPLY[0]-}" == "${FILES_MARK}" ]]; then
    COMPREPLY=()
    compopt -o default 2>/dev/null
  fi
}
complete -F _assay_complete assay
`,
  zsh: `#compdef assay
# assay completion for zsh: source <(assay completion zsh), or a file _assay in a folder of $fpath
_assay() {
  local -a lines values shown
  local line value
  lines=("\${(@f)$(assay ${ASKED_COMMAND} zsh "\${(@Q)words[1,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  if [[ "\${lines[1]}" == "${FILES_MARK}" ]]; then
    _files
    return
  fi
  for line in "\${lines[@]}"; do
    [[ -z "$line" ]] && continue
    value="\${line%%$'\\t'*}"
    values+=("$value")
    if [[ "$line" == *$'\\t'?* ]]; then shown+=("$value  -- \${line#*$'\\t'}"); else shown+=("$value"); fi
  done
  (( \${#values} )) && compadd -l -d shown -a values
}
if [[ "\${zsh_eval_context[-1]}" == loadautofunc ]]; then _assay "$@"; else compdef _assay assay; fi
`,
  fish: `# assay completion for fish: assay completion fish | source
function __assay_complete
    set -l lines (assay ${ASKED_COMMAND} fish (commandline -opc) (commandline -ct) 2>/dev/null)
    if test (count $lines) -gt 0; and test "$lines[1]" = "${FILES_MARK}"
        __fish_complete_path (commandline -ct)
    else
        printf '%s\\n' $lines
    end
end
complete -c assay -e
complete -c assay -f -a '(__assay_complete)'
`,
};
