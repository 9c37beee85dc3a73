export { createRules, type SiwxOptions, type SiwxRules } from './create-rules.ts'
export { createSiwx, type Siwx } from './create-siwx.ts'
export { SiwxError, type SiwxErrorCode } from './errors/siwx-error.ts'
export type { Nodes } from './families/verify-eip155.ts'
export { verifySignature } from './families/verify-signature.ts'
export { createHandler, readSession, type SiwxHandler } from './http/create-handler.ts'
export { parseMessage, type SiwxMessage } from './message/parse-message.ts'
export { issueChallenge } from './proof/issue-challenge.ts'
export { type SiwxProof, verifyProof } from './proof/verify-proof.ts'
export type { SiwxSession } from './session/sessions.ts'
export { memoryStore } from './stores/memory-store.ts'
export { type PostgresClient, postgresStore, postgresTables } from './stores/postgres-store.ts'
export { type RedisClient, redisStore } from './stores/redis-store.ts'
export type {
  NonceStore,
  SiwxChallenge,
  SiwxStore,
  StoredChallenge,
  StoredSession,
} from './stores/siwx-store.ts'
