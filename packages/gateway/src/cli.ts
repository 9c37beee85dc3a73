#!/usr/bin/env node
import { printConfig } from './server/config/print-config.ts'
import { describeStartError } from './server/hosts/describe-start-error.ts'
import { startGateway } from './server/hosts/node.ts'
import { readFolder } from './server/hosts/read-folder.ts'
import { runBackup, runRestore } from './server/hosts/run-backup.ts'

const usage = `latchkey-gateway                             starts the gateway
latchkey-gateway config                      prints every value of the configuration with its origin
latchkey-gateway backup <file>               writes the database to a new file
latchkey-gateway restore <file> [--replace]  fills an empty database from it, or gives up what the database holds

Data folder: LATCHKEY_GATEWAY_DATA (default ./latchkey-data)`

async function runCommand([command, file, ...flags]: readonly string[]): Promise<void> {
  const dataDir = process.env.LATCHKEY_GATEWAY_DATA || 'latchkey-data'
  if (command === 'config') return console.log(printConfig(readFolder(dataDir, process.env)))
  if (command === 'backup' && file && !flags.length)
    return console.log(await runBackup(dataDir, process.env, file))
  if (command === 'restore' && file && flags.every((flag) => flag === '--replace'))
    return console.log(await runRestore(dataDir, process.env, file, flags.length > 0))
  if (command !== undefined) {
    console.log(usage)
    process.exitCode = command === 'help' || command === '--help' ? 0 : 1
    return
  }
  const gateway = await startGateway({ dataDir })
  // The signals are handled before the address is printed, because whoever reads the address may
  // stop the gateway at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      // Only after SIGTERM, which process managers send, the gateway serves for a while before it
      // stops; somebody who presses Ctrl-C does not want to wait.
      const drainPromise = signal === 'SIGTERM' ? gateway.drain() : Promise.resolve()
      void drainPromise.then(() => gateway.stop()).then(() => process.exit(0))
    })
  }
  console.log(`gateway ${gateway.url}  data in ${dataDir}`)
  if (gateway.vaultUrl) console.log(`vault ${gateway.vaultUrl}`)
  console.log(
    `dashboard ${gateway.url}/dashboard/  operator token ${gateway.operatorTokenPath ? `in ${gateway.operatorTokenPath}` : 'of LATCHKEY_OPERATOR_TOKEN'}`,
  )
}

runCommand(process.argv.slice(2)).catch((error: unknown) => {
  console.error(describeStartError(error))
  process.exitCode = 1
})
