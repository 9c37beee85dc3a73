import { smartAccountContracts } from '../bundler/smart-account-contracts.ts'
import { compile } from '../evm/compile.ts'

/** Prints the deployment transactions, one JSON per line, for any tool that sends transactions. */
for (const [name, { address, transaction }] of Object.entries(
  smartAccountContracts(await compile()),
)) {
  console.log(JSON.stringify({ name, address, ...transaction }))
}
