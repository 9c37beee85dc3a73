export type { Approval, Approve, Fact, FamilyQuestion, SharedAccounts } from './approval.ts'
export { callNode } from './call-node.ts'
export { isLocalUrl, type SignerChain } from './chain.ts'
export { deriveAccounts } from './derive-accounts.ts'
export {
  createFamilySigner,
  type FamilySigner,
  type FamilySignerOptions,
} from './family/create-family-signer.ts'
export { type Family, type FamilyAddress, families } from './family/family.ts'
export { type FamilyGrant, type GrantStore, type Grants, parseGrants } from './family/grants.ts'
export { ProviderError, rejected, toProviderError } from './provider-error.ts'
export { createSigner, type Signer, type SignerEvent, type SignerOptions } from './signer.ts'
export {
  createMemoryStore,
  parseState,
  type SignerState,
  type SignerStore,
  type Site,
} from './site.ts'
export { type Eip1193Provider, toProvider } from './to-provider.ts'
export {
  readRequest,
  readyType,
  siteType,
  type WindowAnswer,
  type WindowRequest,
} from './window-message.ts'
