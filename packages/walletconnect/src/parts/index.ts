export { type AuthPayload, readAuthPayload } from '../cacao/auth-payload.ts'
export { type Cacao, issuerOf, type SignInFields } from '../cacao/cacao.ts'
export { grantOfCacaos } from '../cacao/grant-of-cacaos.ts'
export { signInText, statementOf } from '../cacao/sign-in-text.ts'
export type { Channel, Incoming, WireError } from '../channel.ts'
export type {
  Delivery,
  Hex32,
  Identity,
  Keep,
  Metadata,
  PairingLink,
  Relay,
  StoredState,
  WireNamespace,
  WireProposalNamespace,
} from '../contract.ts'
export { agree } from '../crypto/agree.ts'
export { makeIdentity } from '../crypto/identity.ts'
export { newRequestId } from '../crypto/ids.ts'
export { type KeyPair, makeKeyPair } from '../crypto/key-pair.ts'
export { topicOf } from '../crypto/topic.ts'
export { parsePairingLink } from '../link/parse-pairing-link.ts'
export { openRelay } from '../relay/open-relay.ts'
export { openChannel } from '../sign/open-channel.ts'
