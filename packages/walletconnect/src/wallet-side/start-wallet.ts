import type { KitStorage } from '@latchkey/core'
import type { Relay } from '../contract.ts'
import { makeIdentity } from '../crypto/identity.ts'
import { openKeep } from '../keep/open-keep.ts'
import { openSeal } from '../keep/open-seal.ts'
import { openRelay } from '../relay/open-relay.ts'
import { openChannel } from '../sign/open-channel.ts'
import type { WalletEvent, WalletOptions } from '../wallet-contract.ts'
import { handleIncoming } from './handle-incoming.ts'
import { openWalletStore } from './open-wallet-store.ts'
import type { Wallet } from './wallet.ts'

/**
 * Opens everything a wallet needs and loads its sessions, pairings and pending entries. It connects
 * only when there are any.
 */
export async function startWallet(
  options: WalletOptions,
  emit: (event: WalletEvent) => void,
  onChange: () => void,
): Promise<Wallet> {
  const kitId = `wallet-${options.id ?? 'default'}`
  const storage = options.storage === undefined ? pageStorage() : options.storage
  const seal = storage === null ? undefined : (options.seal ?? (await openSeal(kitId)))
  const keep = openKeep({ kit: kitId, storage, seal })
  const book = openWalletStore({
    keep,
    key: `latchkey.${kitId}.v1.walletconnect.wallet`,
    storage,
    seal,
  })
  const channel = openChannel({ keep })
  const identity = await makeIdentity()
  const onMessage = (delivery: Parameters<typeof channel.receive>[0], relay: Relay) =>
    void channel.receive(delivery, relay)
  const relays = options.relays.map(({ url, projectId }) =>
    openRelay({ url, projectId, identity, onMessage, WebSocket: options.WebSocket }),
  )
  const wallet: Wallet = {
    options,
    channel,
    book,
    relays,
    held: new Map(),
    busy: new Set(),
    emit,
    changed() {
      void book.save()
      onChange()
    },
  }
  // Foreign data, or data encrypted with a lost key, is ignored.
  await book.load().catch(() => undefined)
  channel.watch((incoming) => {
    // The handler may fail when the relay is lost meanwhile. Its error is ignored, because the peer
    // repeats the message, or the message expires.
    handleIncoming(wallet, incoming).catch(() => undefined)
  })
  for (const { topic, symKey } of [...book.pairings.values(), ...book.sessions.values()]) {
    channel.addKey(topic, { symKey })
  }
  for (const relay of relays) {
    const relaySessions = [...book.sessions.values()].filter(
      (session) => !session.relay || session.relay === relay.url,
    )
    const topics = [...book.pairings.keys(), ...relaySessions.map(({ topic }) => topic)]
    if (topics.length > 0) relay.subscribe(topics).catch(() => undefined)
  }
  return wallet
}

function pageStorage(): KitStorage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    // The storage is unavailable, because a page may be forbidden to access it.
    return null
  }
}
