import { accounts } from './evm/accounts.ts'
import { startEvmDevnet } from './world/start-evm-devnet.ts'

const startedAt = performance.now()
const port = Number(process.env.LATCHKEY_EVM_PORT || 8545)

try {
  const gateway = `http://localhost:${process.env.LATCHKEY_GATEWAY_PORT || 4301}`
  const devnet = await startEvmDevnet({ port, names: { gateway } })
  console.log(`devnet  ${devnet.url}  chain eip155:31337  pid ${devnet.pid}`)
  for (const [name, address] of Object.entries(devnet.addresses)) {
    console.log(`  ${name.padEnd(18)} ${address}`)
  }
  for (const { name, address } of accounts) {
    console.log(`  ${name.padEnd(18)} ${address}`)
  }
  console.log(`ready in ${Math.round(performance.now() - startedAt)} ms`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void devnet.stop().then(() => process.exit(0)))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
