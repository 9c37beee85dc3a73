import { serveOnDemand } from './serve-on-demand.ts'

const port = (variable: string, fallback: number) => Number(process.env[variable] || fallback)

/** The chains beside the first; each starts when it is first asked something. */
const chains = [
  {
    name: 'Solana',
    port: port('LATCHKEY_SOLANA_PORT', 8899),
    start: async () => (await import('./solana/start-solana-devnet.ts')).startSolanaDevnet(),
  },
  {
    name: 'Bitcoin',
    port: port('LATCHKEY_BITCOIN_PORT', 3002),
    start: async () => (await import('./bitcoin/start-bitcoin-devnet.ts')).startBitcoinDevnet(),
  },
  {
    name: 'Stacks',
    port: port('LATCHKEY_STACKS_PORT', 3999),
    start: async () => (await import('./stacks/start-stacks-devnet.ts')).startStacksDevnet(),
  },
]

try {
  const served = await Promise.all(chains.map(({ port, start }) => serveOnDemand(port, start)))
  for (const { name, port } of chains) console.log(`${name.padEnd(8)} http://localhost:${port}`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void Promise.all(served.map(({ stop }) => stop())).then(() => process.exit(0)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
