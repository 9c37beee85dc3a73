import type { PairingRecord, SessionRecord, StoredState } from '../contract.ts'
import { isHex32 } from '../crypto/bytes.ts'

type Fields = Readonly<Record<string, unknown>>

export const emptyState: StoredState = { version: 1, pairings: [], sessions: [], seen: [] }

/**
 * Keeps at most the newest 20 pairings, 50 sessions and 512 message hashes, without expired ones.
 */
export function limitState(storedState: StoredState, now: number): StoredState {
  const isUnexpired = ({ expiresAt }: { readonly expiresAt: number }) => expiresAt > now
  return {
    version: 1,
    pairings: storedState.pairings.filter(isUnexpired).slice(-20),
    sessions: storedState.sessions.filter(isUnexpired).slice(-50),
    seen: storedState.seen.slice(-512),
  }
}

/**
 * Reads the data of an earlier page, perhaps of another version; malformed entries are left out.
 */
export function readStoredState(value: unknown): StoredState {
  if (!isFields(value) || value.version !== 1) return emptyState
  return {
    version: 1,
    pairings: listOf(value.pairings).filter(isPairing),
    sessions: listOf(value.sessions).filter(isSession),
    seen: listOf(value.seen).filter(
      (hash): hash is string => typeof hash === 'string' && hash.length <= 128,
    ),
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isPairing(value: unknown): value is PairingRecord {
  return (
    isFields(value) &&
    [value.topic, value.symKey, value.publicKey].every(isHex32) &&
    [value.privateKey, value.uri].every((text) => typeof text === 'string') &&
    Number.isFinite(value.expiresAt) &&
    Number.isFinite(value.proposal) &&
    (value.authenticate === undefined ||
      (isFields(value.authenticate) &&
        Number.isFinite(value.authenticate.id) &&
        isHex32(value.authenticate.topic)))
  )
}

function isSessionSide(value: unknown): boolean {
  return (
    isFields(value) &&
    isHex32(value.publicKey) &&
    isFields(value.metadata) &&
    [value.metadata.name, value.metadata.url].every((text) => typeof text === 'string')
  )
}

function isNamespace(value: unknown): boolean {
  return (
    isFields(value) &&
    [value.accounts, value.methods, value.events].every(isTextList) &&
    (value.chains === undefined || isTextList(value.chains))
  )
}

function isSession(value: unknown): value is SessionRecord {
  return (
    isFields(value) &&
    [value.topic, value.symKey, value.pairingTopic].every(isHex32) &&
    [value.relay, value.controller].every((text) => typeof text === 'string') &&
    Number.isFinite(value.expiresAt) &&
    isSessionSide(value.self) &&
    isSessionSide(value.peer) &&
    isFields(value.namespaces) &&
    Object.values(value.namespaces).every(isNamespace) &&
    isTextList(value.masked) &&
    (value.transport === 'relay' || value.transport === 'link')
  )
}
