import { type Family, type FamilyAddress, type FamilySigner, ProviderError } from '@latchkey/signer'
import type { Persona } from './messages.ts'
import { type WalletQuirks, walletQuirksOf } from './wallet-quirks.ts'

const bothFamilies: readonly Family[] = ['bitcoin', 'stacks']
const stacksMethods = [
  'stx_transferStx',
  'stx_transferSip10Ft',
  'stx_transferSip9Nft',
  'stx_callContract',
  'stx_deployContract',
  'stx_signTransaction',
  'stx_signMessage',
  'stx_signStructuredMessage',
]
const version = '0.1.0'
const wbipErrorCodes: Readonly<Record<number, number>> = {
  4001: -32000,
  4100: -32002,
  4200: -32601,
  4901: -32603,
}

/** Converts an EIP-1193 error code of the signer to the error code of WBIP. */
export function wbipCode(code: number): number {
  return wbipErrorCodes[code] ?? code
}

/**
 * Answers a request to a WBIP provider in the form of the imitated wallet; the page script adds the
 * envelope.
 */
export async function answerWbip(
  wallet: FamilySigner,
  persona: Persona,
  {
    origin,
    method,
    params,
  }: { readonly origin: string; readonly method: string; readonly params: unknown },
): Promise<unknown> {
  const walletQuirks = walletQuirksOf(persona)
  const requestParams = toRecord(params)
  const requestFamily = (
    family: Family,
    methodName: string,
    familyParams: object,
  ): Promise<Record<string, unknown>> =>
    wallet.request({ origin, family, method: methodName, params: familyParams }) as Promise<
      Record<string, unknown>
    >
  const methodHandlers: Readonly<Record<string, () => unknown>> = {
    async sendTransfer() {
      const { recipients } = requestParams
      const recipientRecords = Array.isArray(recipients) ? recipients.map(toRecord) : []
      if (recipientRecords.some(({ amount }) => !walletQuirks.amounts.includes(typeof amount)))
        throw invalidParams(`amount must be ${walletQuirks.amounts.join(' or ')}`)
      return requestFamily('bitcoin', 'sendTransfer', { recipients: recipientRecords })
    },
    async signPsbt() {
      const { psbt, ...otherFields } = await requestFamily(
        'bitcoin',
        'signPsbt',
        walletQuirks.readPsbt(requestParams, listAddresses()),
      )
      return { ...walletQuirks.writePsbt(String(psbt)), ...otherFields }
    },
    signMessage: () =>
      requestFamily(
        'bitcoin',
        'signMessage',
        walletQuirks.readMessage(requestParams, listAddresses()),
      ),
    getInfo: () => ({ version, methods: walletQuirks.methods, supports: ['WBIP001', 'WBIP004'] }),
    stx_getAccounts: () => shareAddresses(['stacks']),
    stx_getAddresses: () => shareAddresses(['stacks']),
    getAddresses: () => shareAddresses(familiesOf(requestParams)),
    getAccounts: async () => (await shareAddresses(familiesOf(requestParams))).addresses,
    wallet_connect: () => shareAddresses(familiesOf(requestParams)),
    wallet_getAccount() {
      if (listAddresses().length === 0) throw new ProviderError(-32002, 'Access denied')
      return walletQuirks.writeAddresses(listAddresses())
    },
    async wallet_requestPermissions() {
      await wallet.connect(origin, bothFamilies)
      return true
    },
    wallet_renouncePermissions: () => endConnection(true),
    wallet_disconnect: () => endConnection(null),
    wallet_getWalletType: () => 'software',
    wallet_getNetwork: () => ({ bitcoin: { name: 'Regtest' }, stacks: { name: 'Devnet' } }),
    wallet_changeNetwork() {
      if (String(requestParams.name).toLowerCase() !== 'regtest')
        throw new ProviderError(-32603, 'The test wallet knows the local chains only')
      return null
    },
    ...Object.fromEntries(
      stacksMethods.map((verb) => [
        verb,
        () =>
          requestFamily(
            'stacks',
            verb,
            walletQuirks.readStacks(verb, requestParams, listAddresses()),
          ),
      ]),
    ),
  }
  const listAddresses = (): readonly FamilyAddress[] => wallet.granted(origin, bothFamilies)
  const shareAddresses = async (
    families: readonly Family[],
  ): Promise<ReturnType<WalletQuirks['writeAddresses']>> => {
    if (requestParams.network !== undefined && !isLocalNetwork(requestParams.network))
      throw invalidParams('The test wallet knows the local chains only')
    return walletQuirks.writeAddresses(
      walletQuirks.ofPurposes(await wallet.connect(origin, families), requestParams),
    )
  }
  const endConnection = (answer: unknown): unknown => {
    wallet.revoke(origin, bothFamilies)
    return answer
  }
  const runMethod = walletQuirks.methods.includes(method) ? methodHandlers[method] : undefined
  if (!runMethod)
    throw new ProviderError(-32601, `The test wallet does not know ${method.slice(0, 60)}`)
  return await runMethod()
}

/**
 * One account of the wallet has addresses on both Bitcoin and Stacks, so a request for either chain
 * gets the addresses of both. A request that lists purposes gets only those of the chains to which
 * the purposes belong.
 */
function familiesOf({ addresses, purposes }: Readonly<Record<string, unknown>>): readonly Family[] {
  const requestedPurposes = addresses ?? purposes
  if (!Array.isArray(requestedPurposes) || requestedPurposes.length === 0) return bothFamilies
  const namedFamilies = [
    ...(requestedPurposes.includes('payment') || requestedPurposes.includes('ordinals')
      ? (['bitcoin'] as const)
      : []),
    ...(requestedPurposes.includes('stacks') ? (['stacks'] as const) : []),
  ]
  if (namedFamilies.length === 0) throw invalidParams('purposes are payment, ordinals and stacks')
  return namedFamilies
}

function isLocalNetwork(network: unknown): boolean {
  return (
    typeof network === 'string' && ['regtest', 'devnet', 'testnet'].includes(network.toLowerCase())
  )
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function invalidParams(message: string): ProviderError {
  return new ProviderError(-32602, message)
}
