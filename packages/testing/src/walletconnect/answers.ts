import type { AccountId, ChainId } from '@latchkey/protocol'
import {
  agree,
  type Channel,
  type Hex32,
  type Incoming,
  type Metadata,
  makeKeyPair,
  newRequestId,
  type Relay,
  topicOf,
  type WireError,
} from '@latchkey/walletconnect/parts'
import { grantOfProposal, makeSettlement, type WalletConnectBehavior } from './behavior.ts'
import type { WalletConnectWalletOptions } from './contract.ts'
import { answerSignIn } from './sign-in.ts'

/** A request that the wallet received, with the relay that delivered it. */
export type RelayedRequest = Incoming & { readonly relay: Relay }

/** The functions by which the wallet approves or rejects a page's requests. */
export interface Answers {
  approve(relayedRequest: RelayedRequest, behavior: WalletConnectBehavior): Promise<void>
  refuse(relayedRequest: RelayedRequest, error: WireError): Promise<void>
}

/**
 * Creates the functions with which the simulated WalletConnect wallet answers. `onSession` is
 * called for each session before the page learns of it.
 */
export function openAnswers(parameters: {
  readonly channel: Channel
  readonly metadata: Metadata
  readonly accounts: readonly AccountId[]
  readonly sign: NonNullable<WalletConnectWalletOptions['sign']>
  readonly signIn: WalletConnectWalletOptions['signIn']
  /**
   * Returns the open connection to the same relay as `relay`, which may have been closed meanwhile.
   */
  readonly relayNow: (relay: Relay) => Relay
  readonly onSession: (session: {
    readonly topic: Hex32
    readonly symKey: Hex32
    readonly relay: Relay
  }) => void
}): Answers {
  const { channel, metadata, accounts, sign, signIn, relayNow, onSession } = parameters

  const answerProposal = async (
    incoming: RelayedRequest,
    behavior: WalletConnectBehavior,
  ): Promise<void> => {
    const { params, topic: pairingTopic, id } = incoming
    const { proposer, optionalNamespaces, requiredNamespaces } = params as Record<
      string,
      Record<string, unknown>
    >
    const ownKeys = await makeKeyPair()
    const symKey = await agree(ownKeys.privateKey, String(proposer?.publicKey))
    const topic = await topicOf(symKey)
    const relay = relayNow(incoming.relay)
    channel.addKey(topic, { symKey })
    const wrongSettlement =
      typeof behavior === 'object' && 'settle' in behavior ? behavior.settle : undefined
    const result = { relay: { protocol: 'irn' }, responderPublicKey: ownKeys.publicKey }
    if (wrongSettlement === 'never') return channel.answer({ ...incoming, relay }, { result })
    const rightSettlement = {
      relay: { protocol: 'irn' },
      namespaces: grantOfProposal({ ...optionalNamespaces, ...requiredNamespaces }, accounts),
      controller: { publicKey: ownKeys.publicKey, metadata },
      expiry: Math.floor(Date.now() / 1000) + 604_800,
    }
    const settlement = await channel.seal(topic, {
      id: newRequestId(),
      jsonrpc: '2.0',
      method: 'wc_sessionSettle',
      params: makeSettlement(rightSettlement, wrongSettlement),
    })
    const response = await channel.seal(pairingTopic, { id, jsonrpc: '2.0', result })
    onSession({ topic, symKey, relay })
    await relay.approve({ pairingTopic, sessionTopic: topic, response, settlement, id })
  }

  const approveRequest = async (
    incoming: RelayedRequest,
    behavior: WalletConnectBehavior,
  ): Promise<void> => {
    if (incoming.method === 'wc_sessionPropose') return answerProposal(incoming, behavior)
    const relay = relayNow(incoming.relay)
    if (incoming.method === 'wc_sessionAuthenticate') {
      const signInSession = await answerSignIn({
        channel,
        incoming,
        relay,
        metadata,
        accounts,
        signIn,
      })
      if (!signInSession) return
      onSession({ ...signInSession, relay })
      return relay.subscribe([signInSession.topic])
    }
    const { request, chainId } = incoming.params as {
      request: { method: string; params: unknown }
      chainId: ChainId
    }
    const lyingAnswer =
      typeof behavior === 'object' && 'lie' in behavior ? { result: behavior.lie } : undefined
    const answer =
      lyingAnswer ??
      (await Promise.resolve()
        .then(() => sign({ chain: chainId, method: request.method, params: request.params }))
        .then(
          (result) => ({ result }),
          (error: WireError) => ({
            error: { code: error.code ?? 5000, message: error.message ?? 'refused' },
          }),
        ))
    await channel.answer({ ...incoming, relay }, answer)
  }

  const refuseRequest = async (incoming: RelayedRequest, error: WireError): Promise<void> => {
    const relay = relayNow(incoming.relay)
    if (incoming.method !== 'wc_sessionAuthenticate')
      return channel.answer({ ...incoming, relay }, { error })
    await answerSignIn({ channel, incoming, relay, metadata, accounts, error })
  }

  return { approve: approveRequest, refuse: refuseRequest }
}
