import type { TransportRequest } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { PairingRecord, Relay } from '../contract.ts'
import { makeKeyPair } from '../crypto/key-pair.ts'
import { randomHex32 } from '../crypto/random.ts'
import { topicOf } from '../crypto/topic.ts'
import { formatPairingLink } from '../link/format-pairing-link.ts'
import { publishOptionsOfRequest } from '../sign/methods.ts'
import type { PageContext } from './page-context.ts'
import { makeProposal, type WantedNamespaces } from './proposal.ts'

export const linkLifeMs = 300_000
/**
 * Milliseconds that a relay may take to accept the proposal: longer is useless to a visitor who
 * waits for a QR code.
 */
const proposalTimeoutMs = 20_000
const authenticate = 'wc_sessionAuthenticate'

export interface NewPairing {
  readonly record: PairingRecord
  readonly payload?: AuthPayload
  /**
   * Query string to add to a wallet's own link; present when the wallet may answer by opening a
   * link to this page.
   */
  readonly link?: string | undefined
  /**
   * Sends the requests on every relay; resolves with the first that accepts, the others continue
   * until the signal aborts. Throws `relay-unreachable` | `relay-refused` | `aborted`.
   */
  sendProposal(signal: AbortSignal): Promise<void>
}

/** Creates keys, link and proposal of a new pairing; nothing is sent yet. */
export async function makePairing(
  pageContext: PageContext,
  wantedNamespaces: WantedNamespaces,
  signIn: TransportRequest['signIn'],
): Promise<NewPairing> {
  const { channel, metadata, relays, links } = pageContext
  const symKey = randomHex32()
  const [topic, { publicKey, privateKey }] = await Promise.all([topicOf(symKey), makeKeyPair()])
  const proposal = channel.newId()
  const expiresAt = Math.floor(Date.now() / 1000) * 1000 + linkLifeMs
  // The sign-in covers eip155 only, with a text of EIP-4361; the proposal covers other namespaces
  // too.
  const evmNamespace = wantedNamespaces.namespaces.eip155
  const challenge = signIn ?? links?.challenge()
  const payload =
    evmNamespace && challenge
      ? (await import('../cacao/auth-payload.ts')).makeAuthPayload(
          challenge,
          evmNamespace.chains,
          evmNamespace.methods,
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
      const params = makeProposal(record, wantedNamespaces, metadata)
      const message = await channel.seal(topic, {
        id: proposal,
        jsonrpc: '2.0',
        method: 'wc_sessionPropose',
        params,
      })
      const signInMessage =
        signIn &&
        payload &&
        (await (await import('./ask-sign-in.ts')).sealAuthentication(pageContext, record, payload))
      const timeout = startProposalTimeout()
      const proposeToRelay = async (relay: Relay): Promise<void> => {
        const publications = [relay.propose({ pairingTopic: topic, message, id: proposal }, signal)]
        if (signInMessage && record.authenticate) {
          publications.push(relay.subscribe([record.authenticate.topic], signal))
          publications.push(
            relay.publish(
              { topic, message: signInMessage, ...publishOptionsOfRequest(authenticate) },
              signal,
            ),
          )
        }
        await Promise.all(publications)
      }
      try {
        await Promise.race([Promise.any(relays.map(proposeToRelay)), timeout.end])
      } catch (error) {
        throw (error as Partial<AggregateError>).errors?.[0] ?? error
      } finally {
        timeout.stop()
      }
    },
  }
}

function startProposalTimeout(): { readonly end: Promise<never>; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeoutRejection = new Promise<never>((_, reject) => {
    const error = new LatchkeyError('relay-unreachable', {
      reason: 'no relay took the proposal in time',
    })
    timer = setTimeout(reject, proposalTimeoutMs, error)
  })
  return { end: timeoutRejection, stop: () => clearTimeout(timer) }
}
