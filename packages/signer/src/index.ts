export { isLocalUrl, type SignerChain } from './chain.ts'
export {
  createFamilySigner,
  type FamilySigner,
  type FamilySignerOptions,
} from './create-family-signer.ts'
export { deriveAccounts } from './derive-accounts.ts'
export { createSigner, type Signer, type SignerEvent, type SignerOptions } from './evm/signer.ts'
export { type Eip1193Provider, toProvider } from './evm/to-provider.ts'
export { type Family, type FamilyAddress, families } from './family/family.ts'
export { type FamilyGrant, type GrantStore, type Grants, parseGrants } from './family/grants.ts'
export { callNode } from './provider/call-node.ts'
export { ProviderError, rejected, toProviderError } from './provider/provider-error.ts'
export type { Approval, Approve, Fact, FamilyQuestion, SharedAccounts } from './window/approval.ts'
export {
  createMemoryStore,
  parseState,
  type SignerState,
  type SignerStore,
  type Site,
} from './window/site.ts'
export {
  readRequest,
  readyType,
  siteType,
  type WindowAnswer,
  type WindowRequest,
} from './window/window-message.ts'
