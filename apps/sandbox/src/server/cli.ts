import { join } from 'node:path'
import { startSandbox } from './start-sandbox.ts'

const root = join(import.meta.dirname, '../../../..')
const {
  LATCHKEY_SANDBOX_PORT: port,
  LATCHKEY_EVM_PORT: evm,
  LATCHKEY_SANDBOX_DATA,
  LATCHKEY_SANDBOX_PAGE,
} = process.env

try {
  const sandbox = await startSandbox({
    port: Number(port || 4306),
    rpc: `http://127.0.0.1:${Number(evm || 8545)}`,
    folder: LATCHKEY_SANDBOX_DATA || join(root, '.data/sandbox'),
    page: LATCHKEY_SANDBOX_PAGE || join(import.meta.dirname, '../../dist'),
  })
  console.log(`sandbox  ${sandbox.url}  no money moves`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void sandbox.stop().then(() => process.exit(0)))
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
