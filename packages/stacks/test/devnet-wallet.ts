import type { StacksDevnet } from '@latchkey/devnet/stacks'
import { mockWbipWallet, type WbipPersona } from '@latchkey/testing'
import {
  broadcastTransaction,
  Cl,
  deserializePostConditionWire,
  deserializeTransaction,
  fetchNonce,
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  PostConditionMode,
  type StacksTransactionWire,
  signStructuredData,
  TransactionSigner,
  wireToPostCondition,
} from '@stacks/transactions'

type Params = Readonly<Record<string, unknown>>

/**
 * A wallet that signs with Stacks' own library and sends to a devnet; `lacks` lists requests that
 * it does not support.
 */
export function devnetWallet(
  devnet: StacksDevnet,
  persona: WbipPersona,
  lacks: readonly string[] = [],
) {
  const keys = devnet.accounts.map(({ privateKey }) => privateKey.slice(0, 64))
  const network = {
    chainId: 0x80808080,
    transactionVersion: 0x80,
    peerNetworkId: 0x80808080,
    magicBytes: 'id',
    bootAddress: 'ST000000000000000000002AMW42H',
    addressVersion: { singleSig: 26, multiSig: 21 },
    client: { baseUrl: devnet.url },
  }
  const common = async (params: Params, key: string) => {
    const own = devnet.accounts.find(({ privateKey }) => privateKey.startsWith(key))
    if (!own || (params.address !== undefined && params.address !== own.address))
      throw { code: -32001, message: 'Address mismatch' }
    const conditions = (params.postConditions as readonly string[] | undefined) ?? []
    return {
      senderKey: `${key}01`,
      network,
      fee: BigInt(String(params.fee ?? 1000)),
      nonce:
        params.nonce === undefined
          ? await fetchNonce({ address: own.address, network })
          : BigInt(String(params.nonce)),
      postConditions: conditions.map((hex) =>
        wireToPostCondition(deserializePostConditionWire(hex)),
      ),
      postConditionMode:
        params.postConditionMode === 'allow' ? PostConditionMode.Allow : PostConditionMode.Deny,
    }
  }
  const send = async (transaction: StacksTransactionWire) => {
    const answer = (await broadcastTransaction({ transaction, network })) as {
      txid: string
      reason?: string
    }
    if (answer.reason) throw { code: -32603, message: answer.reason, data: answer }
    return { txid: answer.txid, transaction: transaction.serialize() }
  }
  const values = (list: unknown) => (list as readonly string[]).map((hex) => Cl.deserialize(hex))
  const call = async (
    params: Params,
    key: string,
    contract: string,
    functionName: string,
    functionArgs: unknown[],
  ) => {
    const [contractAddress = '', contractName = ''] = contract.split('.')
    const settings = await common(params, key)
    return send(
      await makeContractCall({
        contractAddress,
        contractName,
        functionName,
        functionArgs: functionArgs as never,
        ...settings,
      }),
    )
  }
  const own = (key: string) =>
    devnet.accounts.find(({ privateKey }) => privateKey.startsWith(key))?.address ?? ''
  const verbs = {
    stx_transferStx: async (params: Params, key: string) =>
      send(
        await makeSTXTokenTransfer({
          ...(await common(params, key)),
          recipient: String(params.recipient),
          amount: BigInt(String(params.amount)),
          memo: String(params.memo ?? ''),
        }),
      ),
    stx_callContract: async (params: Params, key: string) =>
      call(
        params,
        key,
        String(params.contract),
        String(params.functionName),
        values(params.functionArgs),
      ),
    stx_transferSip10Ft: async (params: Params, key: string) =>
      call(params, key, String(params.asset).split('::')[0] ?? '', 'transfer', [
        Cl.uint(BigInt(String(params.amount))),
        Cl.principal(own(key)),
        Cl.principal(String(params.recipient)),
        Cl.none(),
      ]),
    stx_transferSip9Nft: async (params: Params, key: string) =>
      call(params, key, String(params.asset).split('::')[0] ?? '', 'transfer', [
        Cl.deserialize(String(params.assetId)),
        Cl.principal(own(key)),
        Cl.principal(String(params.recipient)),
      ]),
    stx_deployContract: async (params: Params, key: string) =>
      send(
        await makeContractDeploy({
          ...(await common(params, key)),
          contractName: String(params.name),
          codeBody: String(params.clarityCode),
          clarityVersion: 3,
        }),
      ),
    stx_signTransaction: async ({ transaction, broadcast }: Params, key: string) => {
      const read = deserializeTransaction(String(transaction))
      new TransactionSigner(read).signOrigin(`${key}01`)
      return broadcast ? send(read) : { transaction: read.serialize() }
    },
    stx_signStructuredMessage: async ({ message, domain }: Params, key: string) => ({
      signature: signStructuredData({
        message: Cl.deserialize(String(message)),
        domain: Cl.deserialize(String(domain)),
        privateKey: `${key}01`,
      }),
      publicKey: devnet.accounts.find(({ privateKey }) => privateKey.startsWith(key))?.publicKey,
    }),
  }
  const had = Object.fromEntries(Object.entries(verbs).filter(([name]) => !lacks.includes(name)))
  return mockWbipWallet({ persona, keys, verbs: had })
}
