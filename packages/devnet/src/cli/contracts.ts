import { smartAccountParts } from '../bundler/smart-account-parts.ts'
import { compile } from '../evm/compile.ts'

/** What puts the contracts on any chain: one JSON a line, for whatever tool sends transactions. */
for (const [name, { address, transaction }] of Object.entries(smartAccountParts(await compile()))) {
  console.log(JSON.stringify({ name, address, ...transaction }))
}
