import type { TransportRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { PairingRecord, Relay } from '../contract.ts'
import { makeKeyPair } from '../crypto/key-pair.ts'
import { randomHex32 } from '../crypto/random.ts'
import { topicOf } from '../crypto/topic.ts'
import { formatPairingLink } from '../link/format-pairing-link.ts'
import { travelOfRequest } from '../sign/methods.ts'
import type { PageContext } from './page-context.ts'
import { proposalOf, type WantedNamespaces } from './proposal.ts'

export const linkLifeMs = 300_000
/**
 * Milliseconds that a relay may take to accept the proposal: longer is useless to a visitor who
 * waits for a QR code.
 */
const patienceMs = 20_000
const authenticate = 'wc_sessionAuthenticate'

export interface MadePairing {
  readonly record: PairingRecord
  readonly payload?: AuthPayload
  /** Query for a wallet's own link, when it may answer by a link. */
  readonly link?: string | undefined
  /**
   * Sends the requests on every relay; resolves with the first that accepts, the others continue
   * until the signal aborts. Throws `relay-unreachable` | `relay-refused` | `aborted`.
   */
  sendProposal(signal: AbortSignal): Promise<void>
}

/** Creates keys, link and proposal of a new pairing; nothing is sent yet. */
export async function makePairing(
  ground: PageContext,
  wanted: WantedNamespaces,
  signIn: TransportRequest['signIn'],
): Promise<MadePairing> {
  const { channel, metadata, relays, links } = ground
  const symKey = randomHex32()
  const [topic, { publicKey, privateKey }] = await Promise.all([topicOf(symKey), makeKeyPair()])
  const proposal = channel.newId()
  const expiresAt = Math.floor(Date.now() / 1000) * 1000 + linkLifeMs
  // A sign-in covers one namespace with a text of EIP-4361; the proposal requests the others.
  const signing = wanted.namespaces.eip155
  const challenge = signIn ?? links?.challenge()
  const payload =
    signing && challenge
      ? (await import('../cacao/auth-payload.ts')).makeAuthPayload(
          challenge,
          signing.chains,
          signing.methods,
        )
      : undefined
  const record: PairingRecord = {
    topic,
    symKey,
    expiresAt,
    proposal,
    publicKey,
    privateKey,
    uri: formatPairingLink({
      topic,
      symKey,
      expiresAt,
      methods: signIn && payload ? [authenticate] : [],
    }),
    ...(payload && { authenticate: { id: channel.newId(), topic: await topicOf(publicKey) } }),
  }
  return {
    record,
    ...(payload && { payload, link: links?.queryFor(record, payload, metadata) }),
    async sendProposal(signal) {
      const params = proposalOf(record, wanted, metadata)
      const message = await channel.seal(topic, {
        id: proposal,
        jsonrpc: '2.0',
        method: 'wc_sessionPropose',
        params,
      })
      const asked =
        signIn &&
        payload &&
        (await (await import('./ask-sign-in.ts')).sealAuthentication(ground, record, payload))
      const patience = startPatience()
      const askRelay = async (relay: Relay): Promise<void> => {
        const sent = [relay.propose({ pairingTopic: topic, message, id: proposal }, signal)]
        if (asked && record.authenticate) {
          sent.push(relay.subscribe([record.authenticate.topic], signal))
          sent.push(
            relay.publish({ topic, message: asked, ...travelOfRequest(authenticate) }, signal),
          )
        }
        await Promise.all(sent)
      }
      try {
        await Promise.race([Promise.any(relays.map(askRelay)), patience.end])
      } catch (error) {
        throw (error as Partial<AggregateError>).errors?.[0] ?? error
      } finally {
        patience.stop()
      }
    },
  }
}

function startPatience(): { readonly end: Promise<never>; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<never>((_, reject) => {
    const error = new LatchkeyError('relay-unreachable', {
      reason: 'no relay took the proposal in time',
    })
    timer = setTimeout(reject, patienceMs, error)
  })
  return { end, stop: () => clearTimeout(timer) }
}
