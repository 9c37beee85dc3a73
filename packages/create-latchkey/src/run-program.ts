import { hasCode } from '@latchkey/protocol'
import { askChoices, Cancelled, type Streams } from './ask/ask-choices.ts'
import { decideChoices } from './ask/decide-choices.ts'
import { describeNextSteps } from './ask/describe-next-steps.ts'
import { readFlags } from './ask/read-flags.ts'
import { listChainNames } from './chains.ts'
import { templateNames } from './choices.ts'
import { createApp } from './create-app.ts'
import { readOwnVersion } from './versions.ts'

/** What the program needs of its process. */
export interface Terminal {
  /** Absolute path of the folder in which the program was started. */
  readonly current: string
  /** Where questions are asked; undefined when there is no user to answer, as in CI. */
  readonly streams?: Streams | undefined
  /** Value of `npm_config_user_agent`, in which a package manager states its name. */
  readonly agent?: string | undefined
  write(text: string): void
  writeError(text: string): void
}

/** Runs the program with its arguments; resolves to the exit code. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const flags = readFlags(args)
    if (flags.command !== 'create') {
      terminal.write(flags.command === 'help' ? describeUsage() : readOwnVersion())
      return 0
    }
    const { current, streams } = terminal
    const decision =
      streams && !flags.isYes
        ? await askChoices(flags, current, streams)
        : decideChoices(flags, current)
    const { folder, ...choices } = decision
    terminal.write(`Made ${choices.name} in ${createApp({ current, folder }, choices)}\n`)
    terminal.write(describeNextSteps(decision, terminal.agent))
    return 0
  } catch (error) {
    if (error instanceof Cancelled) {
      terminal.writeError('Nothing was made.')
      return 130
    }
    terminal.writeError(describeFault(error))
    return 1
  }
}

function describeFault(error: unknown): string {
  if (hasCode(error)) return `${error.context.reason}\n  fix: ${error.context.fix}`
  return error instanceof Error ? error.message : String(error)
}

function describeUsage(): string {
  return `npm create latchkey [folder] -- [options]

Makes a new app with the Latchkey dialog in it, in a new or empty folder. Asks for what is not said.

  -t, --template <name>   ${templateNames.join(', ')}
      --name <name>       name of the app's npm package; by default that of the folder
      --chains <names>    networks with commas between, the preferred one first: mainnet,base
      --gateway           with files for a gateway of your own; --no-gateway without
  -y, --yes               asks nothing
      --version, -h, --help

Networks: ${listChainNames().join(', ')}`
}
