import { parseArgs } from 'node:util'

/** A chain that `latchkey-devnet` can start. */
export type ChainName = 'evm' | 'solana' | 'bitcoin' | 'stacks'

/** Options of the command line. */
export interface RunOptions {
  /** Chains to start, each with its port; port 0 lets the operating system choose. */
  readonly chains: readonly { readonly name: ChainName; readonly port: number }[]
  /**
   * Whether a chain whose optional package is not installed is left out; otherwise the command
   * fails.
   */
  readonly isLenient: boolean
  /** Whether the output is one line of JSON instead of text. */
  readonly isJson: boolean
}

/** The usage text of the command. */
export const usage = `latchkey-devnet: local chains with funded accounts, on loopback

  npx @latchkey/devnet                the Ethereum chain on port 8545
  npx @latchkey/devnet --all --json   every chain, one line of JSON when all are up

  --solana, --bitcoin, --stacks   start that chain too
  --all                           start every chain whose package is installed
  --no-evm                        do not start the Ethereum chain
  --port <n>                      port of the Ethereum chain (8545)
  --solana-port <n>               port of the Solana chain (8899)
  --bitcoin-port <n>              port of the Bitcoin chain (3002)
  --stacks-port <n>               port of the Stacks chain (3999)
  --json                          print one line of JSON with addresses and keys
  --help, --version

Port 0 lets the operating system choose. The chains end with SIGINT (Ctrl-C) or SIGTERM.
The keys are public: never send anything of value to these accounts.`

const defaultPorts: Readonly<Record<ChainName, number>> = {
  evm: 8545,
  solana: 8899,
  bitcoin: 3002,
  stacks: 3999,
}

/**
 * Reads the arguments of the command.
 * @throws with a message for the user when an argument is unknown, a port is no port, or nothing is
 *   asked for
 */
export function readOptions(args: readonly string[]): RunOptions | 'help' | 'version' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      solana: { type: 'boolean' },
      bitcoin: { type: 'boolean' },
      stacks: { type: 'boolean' },
      all: { type: 'boolean' },
      'no-evm': { type: 'boolean' },
      port: { type: 'string' },
      'solana-port': { type: 'string' },
      'bitcoin-port': { type: 'string' },
      'stacks-port': { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  })
  if (values.help) return 'help'
  if (values.version) return 'version'
  const { all: isAll = false } = values
  const wanted: readonly [ChainName, boolean, string | undefined][] = [
    ['evm', !values['no-evm'], values.port],
    ['solana', values.solana ?? isAll, values['solana-port']],
    ['bitcoin', values.bitcoin ?? isAll, values['bitcoin-port']],
    ['stacks', values.stacks ?? isAll, values['stacks-port']],
  ]
  const chains = wanted.flatMap(([name, isWanted, port]) =>
    isWanted ? [{ name, port: readPort(port ?? String(defaultPorts[name])) }] : [],
  )
  if (chains.length === 0) throw new Error('No chain is asked for: add --solana, for example.')
  return { chains, isLenient: isAll, isJson: values.json ?? false }
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`"${text}" is no port.`)
  return port
}
