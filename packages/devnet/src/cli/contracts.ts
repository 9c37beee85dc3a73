import { smartAccountContracts } from '../bundler/smart-account-contracts.ts'
import { compile } from '../evm/compile.ts'

/**
 * Prints the transactions that deploy the smart-account contracts, one JSON object per line, for
 * any tool that can send transactions.
 */
for (const [name, { address, transaction }] of Object.entries(
  smartAccountContracts(await compile()),
)) {
  console.log(JSON.stringify({ name, address, ...transaction }))
}
