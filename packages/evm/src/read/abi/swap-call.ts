import type { Call, SwapCall } from '@latchkey/core'
import { decodeFunctionData, parseAbi } from 'viem'
import { isAddress } from '../../encoding/address.ts'
import { isHex } from '../../encoding/hex.ts'

/**
 * ABI of routers with the interface of Uniswap v2:
 * https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02
 */
const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
/**
 * ABI of the two contracts of a 0x swap, one that holds the allowance for one call and one that it
 * calls: https://github.com/0xProject/0x-settler
 */
const holderAbi = parseAbi([
  'function exec(address operator, address token, uint256 amount, address target, bytes data) payable',
])
const settlerAbi = parseAbi([
  'struct Slippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function execute(Slippage slippage, bytes[] actions, bytes32 zid) payable',
])
/** Address that 0x uses for the chain's coin. */
const zeroExCoinAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Decodes the call of a known router into the swap that it requests; null for an unknown form. */
export function swapCall({ to, data, value }: Call): SwapCall | null {
  if (!isAddress(to) || !isHex(data)) return null
  return readRouter(data, value) ?? readSettler(data, value)
}

function readRouter(data: `0x${string}`, value: bigint): SwapCall | null {
  const call = decodeOrNull(() => decodeFunctionData({ abi: routerAbi, data }))
  if (!call) return null
  const { functionName: name, args } = call
  const [path, recipient, deadline] = args.slice(-3) as [readonly string[], string, bigint]
  const [first, second = value] = args.slice(0, -3) as [bigint, bigint?]
  const [pays, receives] = [path[0], path.at(-1)]
  if (pays === undefined || receives === undefined || path.length < 2) return null
  // When the chain's coin is paid, no argument of the function names the amount to pay: it is the
  // value sent with the call.
  const isExactInput = name.startsWith('swapExactTokens')
  return {
    recipient,
    deadline,
    most: isExactInput ? first : second,
    least: isExactInput ? second : first,
    ...(!/^swap(?:Exact)?ETHFor/.test(name) && { pays }),
    ...(!/For(?:Exact)?ETH/.test(name) && { receives }),
  }
}

function readSettler(data: `0x${string}`, value: bigint): SwapCall | null {
  const holderCall = decodeOrNull(() => decodeFunctionData({ abi: holderAbi, data }))
  const settlerCall = decodeOrNull(() =>
    decodeFunctionData({ abi: settlerAbi, data: holderCall ? holderCall.args[4] : data }),
  )
  if (!settlerCall) return null
  const { recipient, buyToken, minAmountOut: minAmount } = settlerCall.args[0]
  // When the call names neither a token to receive nor a minimum, the amounts are only in its inner
  // actions, which are not decoded here.
  if (minAmount === 0n && /^0x0{40}$/.test(buyToken)) return null
  const isCoin = buyToken.toLowerCase() === zeroExCoinAddress
  const token =
    holderCall && holderCall.args[2] > 0n
      ? { pays: holderCall.args[1], most: holderCall.args[2] }
      : { most: value }
  return { recipient, least: minAmount, ...token, ...(!isCoin && { receives: buyToken }) }
}

function decodeOrNull<T>(decode: () => T): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
