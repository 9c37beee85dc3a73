import { startFarcaster } from '../farcaster/start-farcaster.ts'
import { startMailbox } from '../mailbox/start-mailbox.ts'
import { startOpenIdProvider } from '../openid/start-open-id-provider.ts'
import { serveOnDemand } from '../serve/serve-on-demand.ts'

const portOf = (variable: string, fallback: number) => Number(process.env[variable] || fallback)

/**
 * Servers next to the EVM devnet: the devnets of the other chain families, and the bundler and
 * paymaster service. Each starts at its first request.
 */
const chains = [
  {
    name: 'Solana',
    port: portOf('LATCHKEY_SOLANA_PORT', 8899),
    start: async () => (await import('../solana/start-solana-devnet.ts')).startSolanaDevnet(),
  },
  {
    name: 'Bitcoin',
    port: portOf('LATCHKEY_BITCOIN_PORT', 3002),
    start: async () => (await import('../bitcoin/start-bitcoin-devnet.ts')).startBitcoinDevnet(),
  },
  {
    name: 'Stacks',
    port: portOf('LATCHKEY_STACKS_PORT', 3999),
    start: async () => (await import('../stacks/start-stacks-devnet.ts')).startStacksDevnet(),
  },
  {
    name: 'bundler',
    port: portOf('LATCHKEY_BUNDLER_PORT', 4337),
    start: async () => {
      const chain = `http://127.0.0.1:${portOf('LATCHKEY_EVM_PORT', 8545)}`
      return (await import('../bundler/start-bundler.ts')).startBundler({ chain })
    },
  },
  {
    name: 'sponsor',
    port: process.env.LATCHKEY_SPONSOR === '1' ? portOf('LATCHKEY_SPONSOR_PORT', 4338) : 0,
    start: async () => {
      const chain = `http://127.0.0.1:${portOf('LATCHKEY_EVM_PORT', 8545)}`
      return (await import('../bundler/start-sponsor.ts')).startSponsor({ chain })
    },
  },
].filter(({ port }) => port !== 0)

/**
 * Servers for signing in without a wallet; they listen at once, and load heavy modules at the first
 * request. Port 0 skips a server.
 */
const services = [
  {
    name: 'mailbox',
    port: portOf('LATCHKEY_MAILBOX_PORT', 4305),
    start: (portOffset: number) =>
      startMailbox({ port: portOffset, smtpPort: portOf('LATCHKEY_MAILBOX_SMTP_PORT', 2525) }),
  },
  {
    name: 'sign-in',
    port: portOf('LATCHKEY_OPENID_PORT', 4308),
    start: (portOffset: number) => startOpenIdProvider({ port: portOffset }),
  },
  {
    name: 'Farcaster',
    port: portOf('LATCHKEY_FARCASTER_PORT', 4307),
    start: (portOffset: number) => startFarcaster({ port: portOffset }),
  },
].filter(({ port }) => port !== 0)

try {
  const servedUrls = await Promise.all([
    ...services.map(({ port, start }) => start(port)),
    ...chains.map(({ port, start }) => serveOnDemand(port, start)),
  ])
  for (const { name, port } of [...chains, ...services]) {
    console.log(`${name.padEnd(9)} http://localhost:${port}`)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(
      signal,
      () => void Promise.all(servedUrls.map(({ stop }) => stop())).then(() => process.exit(0)),
    )
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
