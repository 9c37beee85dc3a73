// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of sources
import type { Guard } from './guard.ts'

const vault = 'apps/vault/src'
const serve = 'packages/gateway/src/features/accounts/serve'

/**
 * Guards of contract accounts: in the frame, in the code that reads requests (frame, window and
 * worker run it), in the worker, at the gateway.
 */
export const contractGuards = {
  // What no page may request.
  'own-power-asked': {
    file: `${vault}/frame/smart/calls.ts`,
    text: 'account && canChangeOwnAccount(call, [account.owner, account.address])',
    off: 'false',
  },
  'own-power-read': {
    file: `${vault}/decode/evm/own-calls.ts`,
    text: 'calls.some((call) => canChangeOwnAccount(call, accounts))',
    off: 'false',
  },
  'own-power-sent': {
    file: `${vault}/frame/requests/complete-request.ts`,
    text: "smart && data !== '0x'",
    off: 'false',
  },
  'own-power-nobody': {
    file: `${vault}/decode/evm/own-calls.ts`,
    text: 'to === zeroAddress',
    off: 'false',
  },
  'own-power-point': {
    file: `${vault}/decode/evm/own-calls.ts`,
    text: '[...accounts, entryPoint]',
    off: '[...accounts]',
  },
  'message-hash-asked': {
    file: `${vault}/frame/requests/prepare-question.ts`,
    text: "method === 'personal_sign' && 'bytes' in reading && reading.bytes.length === 66",
    off: 'false',
  },
  'message-hash-signed': {
    file: `${vault}/worker/evm-payload.ts`,
    text: 'message.length === 32',
    off: 'false',
  },
  'message-nested-asked': {
    file: `${vault}/frame/requests/prepare-question.ts`,
    text: "reading.kind === 'typed' && /^(PersonalSign|TypedDataSign)$/.test(reading.primaryType)",
    off: 'false',
  },
  'message-nested-signed': {
    file: `${vault}/worker/evm-payload.ts`,
    text: 'nestedTypes.has(String(typedData.primaryType))',
    off: 'false',
  },
  'method-listed': {
    file: `${vault}/frame/requests/open-requests.ts`,
    text: '!signingMethods[family]?.includes(method)',
    off: 'false',
  },
  'calls-chain': {
    file: `${vault}/frame/smart/calls.ts`,
    text: "if (`eip155:${parseQuantity(chainId)}` !== chain) throw new LatchkeyError('wallet-chain-id-unsupported', { sourceCode: 5710, reason: String(chainId).slice(0, 40) })",
  },
  'send-chain': {
    file: `${vault}/frame/smart/calls.ts`,
    text: 'chainId !== undefined && `eip155:${parseQuantity(chainId)}` !== account.chain',
    off: 'false',
  },
  'calls-from': {
    file: `${vault}/frame/smart/send-calls.ts`,
    text: "if (sender !== ownAddress.toLowerCase()) throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })",
  },

  // Checks of an operation, a batch or typed data, before it is shown or signed.
  'operation-sender': {
    file: `${vault}/decode/evm/read-operation.ts`,
    text: "evmAddress(ownField(operation, 'sender')) !== account || request.account.toLowerCase() !== account",
    off: 'false',
  },
  'operation-making': {
    file: `${vault}/decode/evm/read-operation.ts`,
    text: 'isSmartFactory && factoryData === encodeCreateAccount(smart.owner, smartSalt(smart.owner))',
    off: 'true',
  },
  'operation-payer': {
    file: `${vault}/decode/evm/read-operation.ts`,
    text: 'smart.sponsor !== undefined',
    off: 'true',
  },
  'operation-payer-data': {
    file: `${vault}/decode/evm/read-operation.ts`,
    text: 'isHexBytes(fields[1])',
    off: 'true',
  },
  'operation-gas': {
    file: `${vault}/decode/evm/smart-fields.ts`,
    text: 'values.some((value) => value === null || value > maxGas)',
    off: 'values.some((value) => value === null)',
  },
  'execute-canonical': {
    file: `${vault}/decode/evm/abi-calls.ts`,
    text: 'encodeExecute(calls) === data',
    off: 'true',
  },
  'batch-canonical': {
    file: `${vault}/decode/evm/abi-calls.ts`,
    text: 'encodeBatch(calls) === data',
    off: 'true',
  },
  'batch-own': {
    file: `${vault}/decode/evm/read-own-transaction.ts`,
    after: 'export function readBatchTransaction',
    text: "if (!isOwnAccount) return refuseRequest(request, 'account')",
  },
  'batch-chain': {
    file: `${vault}/decode/evm/read-own-transaction.ts`,
    text: "if (ownField(tx, 'value') !== '0x0' || parseQuantity(ownField(tx, 'chainId')) !== chain) return refuseRequest(request)",
  },
  'ending-own': {
    file: `${vault}/decode/evm/read-own-transaction.ts`,
    after: 'export function readDelegationEnd',
    text: "if (!isOwnAccount) return refuseRequest(request, 'account')",
  },
  'ending-alone': {
    file: `${vault}/decode/evm/read-own-transaction.ts`,
    text: "ownField(tx, 'data') !== '0x' || ownField(tx, 'value') !== '0x0' || parseQuantity(ownField(tx, 'chainId')) !== chain",
    off: 'false',
  },
  'delegate-owners': {
    file: `${vault}/decode/evm/read-own-transaction.ts`,
    text: 'to !== expectedDelegation.to.toLowerCase()',
    off: 'false',
  },
  'delegate-chain': {
    file: `${vault}/decode/evm/read-own-transaction.ts`,
    text: 'chain !== expectedDelegation.chain',
    off: 'false',
  },
  'delegate-nonce': {
    file: `${vault}/decode/evm/read-own-transaction.ts`,
    text: 'nonce !== expectedDelegation.nonce',
    off: 'false',
  },
  'worker-account': {
    file: `${vault}/worker/sign-evm.ts`,
    text: '!smart || !isInputAddress(smartAddress(smart, owner))',
    off: 'false',
  },
  'typed-chain': {
    file: `${vault}/worker/evm-payload.ts`,
    text: 'domainChainId !== undefined && BigInt(domainChainId) !== BigInt(chainId)',
    off: 'false',
  },
  'typed-nested': {
    file: `${vault}/worker/smart-payload.ts`,
    text: 'Object.keys(typedData.types).some((type) => nestedTypes.has(type))',
    off: 'false',
  },

  // Checks of the answers of bundler and sponsor.
  'bundler-hash': {
    file: `${vault}/frame/smart/send.ts`,
    text: 'bundlerAnswer !== hash',
    off: 'false',
  },
  'bundler-receipt': {
    file: `${vault}/frame/smart/send.ts`,
    text: "ownField(bundlerAnswer, 'userOpHash') === hash",
    off: 'true',
  },
  'bundler-transaction': {
    file: `${vault}/frame/smart/send.ts`,
    text: "typeof transaction !== 'string' || !/^0x[0-9a-f]{64}$/i.test(transaction)",
    off: 'false',
  },
  'bundler-gas': {
    file: `${vault}/frame/smart/node.ts`,
    text: 'value === null || value > maxQuantity',
    off: 'value === null',
  },
  'sponsor-data': {
    file: `${vault}/frame/smart/operation.ts`,
    text: '!isHexBytes(data) || data.length > maxDataLength',
    off: 'false',
  },
  'answer-size': {
    file: `${vault}/frame/requests/call-node.ts`,
    text: 'text.length > maxAnswerLength',
    off: 'false',
  },

  // Limits of payments before recovery is set up.
  'limit-calls': {
    file: `${vault}/frame/requests/barred.ts`,
    text: 'stepAmounts.reduce<bigint>((sum, amount) => sum + (amount ?? 0n), reading.fee)',
    off: '(stepAmounts[0] ?? 0n) + reading.fee',
  },
  'limit-fee': {
    file: `${vault}/decode/evm/read-operation.ts`,
    text: 'payer === undefined ? gas * price : 0n',
    off: '0n',
  },
  'limit-kinds': {
    file: `${vault}/frame/requests/recovery-limit.ts`,
    text: 'if (leavingAmount === null) return true',
  },
  'limit-sum': {
    file: `${vault}/frame/requests/recovery-limit.ts`,
    text: 'leavingAmount > 0n && spentSoFar + leavingAmount > limit',
    off: 'false',
  },
  'limit-step': {
    file: `${vault}/frame/requests/recovery-limit.ts`,
    text: 'limit !== undefined && spentUnderLimit(record.spent, chain) + leavingAmount > limit',
    off: 'false',
  },

  // Checks of the gateway, in front of the operator's bundler and sponsor.
  'service-site': {
    file: `${serve}/operation-calls.ts`,
    text: "site !== undefined && site !== 'same-origin'",
    off: 'false',
  },
  'service-origin': {
    file: `${serve}/operation-calls.ts`,
    text: 'origin !== undefined && origin !== ownOrigin',
    off: 'false',
  },
  'service-type': {
    file: `${serve}/operation-calls.ts`,
    text: "context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json'",
    off: 'false',
  },
  'service-method': {
    file: `${serve}/operation-calls.ts`,
    text: 'methods.get(call.method)',
    off: '({ safeParse: (data) => ({ success: true, data }) })',
  },
  'service-shape': {
    file: `${serve}/operation-calls.ts`,
    text: 'shape.safeParse(raw === undefined ? undefined : JSON.parse(raw))',
    off: '{ success: true, data: JSON.parse(raw) }',
  },
  'service-point': {
    file: `${serve}/operation-shapes.ts`,
    text: 'text.toLowerCase() === entryPoint.toLowerCase()',
    off: 'true',
  },
  'service-rate': {
    file: `${serve}/operation-calls.ts`,
    text: "await takeFromBucket(service === 'sponsor' ? buckets.sponsored : buckets.caller, `${caller} ${service}`)",
  },
  'service-sender': {
    file: `${serve}/operation-calls.ts`,
    text: 'await takeFromBucket(buckets.sponsored, `${chain} sender ${readSender(parsedParams.params)}`)',
    off: 'undefined',
  },
  'service-words': {
    file: `${serve}/operation-calls.ts`,
    text: "serviceAnswer.kind === 'result' ? serviceAnswer.text : describeServiceError(serviceAnswer.value, service)",
    off: 'serviceAnswer.text',
  },
  'service-redirect': { file: `${serve}/ask-service.ts`, text: "'error'", off: "'follow'" },
  'service-size': {
    file: `${serve}/ask-service.ts`,
    text: 'await readBounded(response, maxAnswerBytes, timeLimitSignal)',
    off: 'await response.arrayBuffer()',
  },
  'service-hidden': {
    file: `${serve}/describe-project.ts`,
    text: "proxyAddress('bundler', id)",
    off: 'smart[id].bundler',
  },
  'sponsor-chain': {
    file: `${serve}/operation-shapes.ts`,
    text: "`eip155:${BigInt(text === '0x' ? 0 : text)}` === chain",
    off: 'true',
  },
  'sponsor-context': {
    file: `${serve}/operation-shapes.ts`,
    text: '([asked, at, id]) => [asked, at, id, context]',
    off: '(sent) => sent',
  },
} as const satisfies Readonly<Record<string, Guard>>
