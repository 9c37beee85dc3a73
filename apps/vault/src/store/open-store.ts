import { base64url } from '../base64url.ts'
import type { Database } from './open-database.ts'
import type { SentCalls, SmallPayment, StoredSession, WalletRecord } from './record.ts'

/**
 * Key pair of this device, with its public half as JWK. The JWK's thumbprint (RFC 7638) is the
 * device's id.
 */
export interface DeviceKey {
  readonly pair: CryptoKeyPair
  readonly jwk: {
    readonly kty: 'EC'
    readonly crv: 'P-256'
    readonly x: string
    readonly y: string
  }
  readonly id: string
}

/**
 * The data that the vault keeps in this storage partition. The browser may delete any of it; then
 * the visitor logs in again, or recovers the wallet.
 */
export interface Store {
  readonly device: DeviceKey
  readonly wallet: () => Promise<WalletRecord | null>
  /** Stores the wallet's record together with this device's share. */
  readonly keepWallet: (record: WalletRecord, share: Uint8Array) => Promise<void>
  readonly changeWallet: (change: (record: WalletRecord) => WalletRecord) => Promise<void>
  /**
   * This device's share of the split that `record` names, to pass to a worker; null when there is
   * none, or when the stored share was changed.
   */
  readonly share: (record: WalletRecord) => Promise<Uint8Array | null>
  /**
   * Devices that the visitor has paired with this one, each as `account device`. They are windows
   * that the page's isolation cuts off from the frame.
   */
  readonly pairs: () => Promise<readonly string[]>
  readonly keepPairing: (pair: string) => Promise<void>
  readonly session: () => Promise<StoredSession | null>
  readonly keepSession: (session: StoredSession) => Promise<void>
  /**
   * Calls that pages have sent by `wallet_sendCalls`, newest first; beyond a limit the oldest are
   * deleted.
   */
  readonly calls: () => Promise<readonly SentCalls[]>
  readonly keepCalls: (sentCalls: SentCalls) => Promise<void>
  /** Payments approved in the frame, oldest first; they are deleted together with the share. */
  readonly small: () => Promise<readonly SmallPayment[]>
  /**
   * Replaces the stored payments by the result of `change` in one database transaction. When the
   * result is null, stores nothing and resolves to false.
   */
  readonly changeSmallPayments: (
    change: (spent: readonly SmallPayment[]) => readonly SmallPayment[] | null,
  ) => Promise<boolean>
  /**
   * Deletes the session and the sent calls; with `isAll` also the wallet's record and share, the
   * pairings and the payments.
   */
  readonly forget: (isAll?: boolean) => Promise<void>
}

interface WrappedBytes {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly bytes: ArrayBuffer
}

const maxPairings = 16
const textEncoder = new TextEncoder()
const maxSentCalls = 64

/**
 * Opens the store. At the first use it creates keys that cannot be exported, with which data is
 * encrypted before it is stored.
 */
export async function openStore(database: Database): Promise<Store> {
  const [device, wrapping] = await Promise.all([readDevice(database), readWrapping(database)])

  const wrapBytes = async (
    bytes: Uint8Array<ArrayBuffer>,
    boundText: string,
  ): Promise<WrappedBytes> => {
    const iv = crypto.getRandomValues(new Uint8Array(12))
    const additionalData = textEncoder.encode(boundText)
    return {
      iv,
      bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, wrapping, bytes),
    }
  }
  const unwrapBytes = async (
    storedValue: unknown,
    boundText: string,
  ): Promise<Uint8Array | null> => {
    try {
      const { iv, bytes } = storedValue as WrappedBytes
      const additionalData = textEncoder.encode(boundText)
      return new Uint8Array(
        await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, wrapping, bytes),
      )
    } catch {
      return null
    }
  }
  const recordBinding = ({ account, split }: WalletRecord): string =>
    `share|${account}|${device.id}|${split}`
  type StoredWallet = { readonly record: WalletRecord; readonly share: WrappedBytes } | undefined
  const readKeptWallet = async () => (await database.get('wallet')) as StoredWallet

  const readPairings = async () => ((await database.get('pairs')) ?? []) as readonly string[]

  const readCalls = async () => ((await database.get('calls')) ?? []) as readonly SentCalls[]

  return {
    device,
    wallet: async () => (await readKeptWallet())?.record ?? null,
    async keepWallet(record, share) {
      await database.put('wallet', {
        record,
        share: await wrapBytes(share.slice(), recordBinding(record)),
      })
    },
    // The change is made in one database transaction, because two frames of a page may change the
    // counted amounts at the same time.
    changeWallet: (change) =>
      database.change('wallet', (currentValue) => {
        const wallet = currentValue as StoredWallet
        return wallet && { ...wallet, record: change(wallet.record) }
      }),
    share: async (record) => unwrapBytes((await readKeptWallet())?.share, recordBinding(record)),
    pairs: readPairings,
    async keepPairing(pair) {
      const otherPairings = (await readPairings()).filter((otherPair) => otherPair !== pair)
      await database.put('pairs', [...otherPairings, pair].slice(-maxPairings))
    },
    async session() {
      const bytes = await unwrapBytes(await database.get('session'), `session|${device.id}`)
      return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as StoredSession)
    },
    async keepSession(session) {
      await database.put(
        'session',
        await wrapBytes(textEncoder.encode(JSON.stringify(session)), `session|${device.id}`),
      )
    },
    calls: readCalls,
    keepCalls: (sentCalls) =>
      database.change('calls', (storedValue = []) =>
        [sentCalls, ...(storedValue as readonly SentCalls[])].slice(0, maxSentCalls),
      ),
    small: async () => ((await database.get('small')) ?? []) as readonly SmallPayment[],
    async changeSmallPayments(change) {
      const changeResult = { isKept: false }
      await database.change('small', (currentValue = []) => {
        const changedPayments = change(currentValue as readonly SmallPayment[])
        changeResult.isKept = changedPayments !== null
        return changedPayments ?? currentValue
      })
      return changeResult.isKept
    },
    forget: (isAll = false) =>
      isAll
        ? database.remove('session', 'calls', 'wallet', 'pairs', 'small')
        : database.remove('session', 'calls'),
  }
}

async function readDevice(database: Database): Promise<DeviceKey> {
  const currentValue = await database.get('device')
  const pair = (currentValue ??
    (await database.keep(
      'device',
      await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
        'sign',
        'verify',
      ]),
    ))) as CryptoKeyPair
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const
  const canonicalJwk = textEncoder.encode(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x, y }))
  return {
    pair,
    jwk,
    id: base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', canonicalJwk))),
  }
}

async function readWrapping(database: Database): Promise<CryptoKey> {
  const currentValue = await database.get('wrapping')
  return (currentValue ??
    (await database.keep(
      'wrapping',
      await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
        'encrypt',
        'decrypt',
      ]),
    ))) as CryptoKey
}
