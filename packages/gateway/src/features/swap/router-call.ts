import { encodeFunctionData, type Hex, parseAbi } from 'viem'

interface Parts {
  readonly from: Hex | 'coin'
  readonly to: Hex | 'coin'
  readonly side: 'pay' | 'receive'
  /** With the wrapped coin where the coin begins or ends it. */
  readonly path: readonly Hex[]
  /** Base units; on side `receive` exactly this arrives. */
  readonly least: bigint
  /** Base units; on side `pay` exactly this leaves. */
  readonly most: bigint
  readonly user: Hex
  /** Seconds since the epoch. */
  readonly deadline: bigint
  /**
   * Whether all that is sent of both tokens comes; else the router looks what came, on side `pay`.
   */
  readonly isWhole: boolean
}

const abi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable',
  'function swapTokensForExactETH(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
  'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
])

/**
 * The call of a router of Uniswap v2's shape; the coin goes in and out by the router's own
 * functions for it.
 */
export function routerCall(parts: Parts): { data: Hex; value: bigint } {
  const { from, to, side, path, least, most, user, deadline, isWhole } = parts
  const rest = [path, user, deadline] as const
  if (side === 'pay') {
    const suffix = isWhole ? '' : 'SupportingFeeOnTransferTokens'
    if (from === 'coin') {
      const functionName = `swapExactETHForTokens${suffix}` as const
      return {
        data: encodeFunctionData({ abi, functionName, args: [least, ...rest] }),
        value: most,
      }
    }
    const functionName = `swapExactTokensFor${to === 'coin' ? 'ETH' : 'Tokens'}${suffix}` as const
    return {
      data: encodeFunctionData({ abi, functionName, args: [most, least, ...rest] }),
      value: 0n,
    }
  }
  // The router gives back what it did not need.
  if (from === 'coin')
    return {
      data: encodeFunctionData({
        abi,
        functionName: 'swapETHForExactTokens',
        args: [least, ...rest],
      }),
      value: most,
    }
  const functionName = to === 'coin' ? 'swapTokensForExactETH' : 'swapTokensForExactTokens'
  return {
    data: encodeFunctionData({ abi, functionName, args: [least, most, ...rest] }),
    value: 0n,
  }
}
