import { LatchkeyError } from '@latchkey/protocol'
import { entryPoint } from '@latchkey/protocol/vault'
import { encodeCreateAccount, encodeExecute, type PlainCall } from '../../decode/evm/abi-calls.ts'
import type { UserOperation } from '../../decode/evm/smart-forms.ts'
import { isHexBytes, isRecord, ownField } from '../../decode/shapes.ts'
import { smartSalt } from '../../keys/smart-address.ts'
import { askQuantity, hexQuantity, readFees } from '../requests/complete-evm.ts'
import type { SmartAccount } from './account.ts'
import { addressOf, readQuantities, type SmartNode } from './node.ts'

/** A signature that has the right length but is of no key, to estimate gas with. */
const stubSignature = `0xfffffffffffffffffffffffffffffff0000000000000000000000000000000007aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1c`
const gasFields = ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const
const sponsorGasNames = ['paymasterVerificationGasLimit', 'paymasterPostOpGasLimit'] as const
const maxDataLength = 8_192

type Payer = Pick<UserOperation, 'paymaster' | 'paymasterData' | (typeof sponsorGasNames)[number]>

/**
 * Makes a user operation of a page's calls, with all fields filled in, so that the visitor sees all
 * of it. The visitor pays the fee when the operator's sponsor refuses to pay, or answers nothing
 * valid.
 * @throws errors of node and bundler | `rpc-answer-invalid`
 */
export async function completeOperation(
  calls: readonly PlainCall[],
  account: SmartAccount,
  smartNode: SmartNode,
): Promise<readonly [UserOperation, string]> {
  const { address, owner, says, chain } = account
  const [isDeployed, nonce, fees] = await Promise.all([
    smartNode.isDeployed(),
    smartNode.readNonce(),
    readFees(
      {},
      askQuantity(chain, (_, method, params) => smartNode.node(method, params)),
      () => smartNode.node('eth_getBlockByNumber', ['latest', false]),
    ),
  ])
  const price = fees.maxFeePerGas ?? fees.gasPrice ?? '0x0'
  const baseOperation = {
    sender: address.toLowerCase(),
    nonce: hexQuantity(nonce),
    ...(!isDeployed && {
      factory: says.factory,
      factoryData: encodeCreateAccount(owner, smartSalt(owner)),
    }),
    callData: encodeExecute(calls),
    maxFeePerGas: price,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGas ?? price,
  }
  const operation = (smartNode.sponsor &&
    (await sponsorOperation(baseOperation, account, smartNode).catch(() => null))) ?? {
    ...baseOperation,
    ...(await estimateGas(baseOperation, smartNode)),
  }
  return [operation, entryPoint]
}

type BaseOperation = Omit<UserOperation, (typeof gasFields)[number]>

async function estimateGas(baseOperation: BaseOperation, smartNode: SmartNode, payer: Payer = {}) {
  const zeroGas = Object.fromEntries(gasFields.map((name) => [name, '0x0']))
  const answer = await smartNode.bundler('eth_estimateUserOperationGas', [
    { ...baseOperation, ...zeroGas, ...payer, signature: stubSignature },
    entryPoint,
  ])
  return {
    ...readQuantities(answer, gasFields),
    ...(payer.paymaster && readSponsorGas(answer, payer)),
  }
}

/**
 * Reads the paymaster's gas limits: from the sponsor's answer (`payer`), else from the bundler's
 * estimate.
 */
function readSponsorGas(answer: unknown, payer: Payer) {
  const answerFields = isRecord(answer) ? answer : {}
  const mergedGas = Object.fromEntries(
    sponsorGasNames.map((name) => [name, payer[name] ?? ownField(answerFields, name) ?? '0x0']),
  )
  return readQuantities(mergedGas, sponsorGasNames)
}

/**
 * Lets the sponsor's paymaster pay (ERC-7677): it gives stub data for the bundler's estimate, then
 * the data that is signed.
 */
async function sponsorOperation(
  baseOperation: BaseOperation,
  { chain }: SmartAccount,
  smartNode: SmartNode,
): Promise<UserOperation> {
  const { sponsor } = smartNode
  if (!sponsor) throw new LatchkeyError('read-unavailable')
  const chainId = hexQuantity(BigInt(chain.slice('eip155:'.length)))
  const zeroGas = Object.fromEntries(gasFields.map((name) => [name, '0x0']))
  const askSponsor = async (method: string, operation: object): Promise<unknown> =>
    sponsor(method, [{ ...operation, signature: stubSignature }, entryPoint, chainId, {}])
  const stubAnswer = await askSponsor('pm_getPaymasterStubData', { ...baseOperation, ...zeroGas })
  const payerFields = readPayer(stubAnswer)
  const gasFieldValues = await estimateGas(baseOperation, smartNode, {
    ...payerFields,
    ...readGas(stubAnswer),
  })
  const fullOperation = { ...baseOperation, ...payerFields, ...gasFieldValues }
  if (isRecord(stubAnswer) && ownField(stubAnswer, 'isFinal') === true)
    return fullOperation as UserOperation
  return {
    ...fullOperation,
    ...readPayer(await askSponsor('pm_getPaymasterData', fullOperation)),
  } as UserOperation
}

function readPayer(answer: unknown): Payer {
  const data = isRecord(answer) ? ownField(answer, 'paymasterData') : undefined
  if (!isHexBytes(data) || data.length > maxDataLength)
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'paymasterData' })
  return { paymaster: addressOf(answer, 'paymaster'), paymasterData: data.toLowerCase() }
}

/** Reads the gas limits in the sponsor's answer that are for its paymaster. */
function readGas(answer: unknown): Payer {
  const answerFields = isRecord(answer) ? answer : {}
  const payerFields = sponsorGasNames.filter((name) => ownField(answerFields, name) !== undefined)
  return readQuantities(answerFields, payerFields)
}
