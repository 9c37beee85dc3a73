export { bitcoin } from './bitcoin.ts'
export { mainnet, regtest, signet, testnet4 } from './chains.ts'
