export { getCapabilities } from './actions/get-capabilities.ts'
export { signTypedData, type TypedData } from './actions/sign-typed-data.ts'
export { type ChainSource, chain } from './chains.ts'
export { evm } from './evm.ts'
