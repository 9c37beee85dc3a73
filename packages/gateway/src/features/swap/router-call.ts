import { encodeFunctionData, type Hex, parseAbi } from 'viem'

interface RouterCallInput {
  readonly from: Hex | 'coin'
  readonly to: Hex | 'coin'
  readonly side: 'pay' | 'receive'
  /** Path of tokens, with the wrapped coin in place of the coin at either end. */
  readonly path: readonly Hex[]
  /** Base units; with side `receive` exactly this arrives. */
  readonly least: bigint
  /** Base units; with side `pay` exactly this is paid. */
  readonly most: bigint
  readonly user: Hex
  /** Seconds since the epoch. */
  readonly deadline: bigint
  /**
   * Whether transfers of both tokens arrive in full. If not, the router must measure what arrived,
   * which it can do only with side `pay`.
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
 * The call of a Uniswap v2 router. The router has separate functions for paying or receiving the
 * coin.
 */
export function routerCall(input: RouterCallInput): { data: Hex; value: bigint } {
  const { from, to, side, path, least, most, user, deadline, isWhole } = input
  const commonArguments = [path, user, deadline] as const
  if (side === 'pay') {
    const suffix = isWhole ? '' : 'SupportingFeeOnTransferTokens'
    if (from === 'coin') {
      const functionName = `swapExactETHForTokens${suffix}` as const
      return {
        data: encodeFunctionData({ abi, functionName, args: [least, ...commonArguments] }),
        value: most,
      }
    }
    const functionName = `swapExactTokensFor${to === 'coin' ? 'ETH' : 'Tokens'}${suffix}` as const
    return {
      data: encodeFunctionData({ abi, functionName, args: [most, least, ...commonArguments] }),
      value: 0n,
    }
  }
  // The router refunds unused coin.
  if (from === 'coin')
    return {
      data: encodeFunctionData({
        abi,
        functionName: 'swapETHForExactTokens',
        args: [least, ...commonArguments],
      }),
      value: most,
    }
  const functionName = to === 'coin' ? 'swapTokensForExactETH' : 'swapTokensForExactTokens'
  return {
    data: encodeFunctionData({ abi, functionName, args: [least, most, ...commonArguments] }),
    value: 0n,
  }
}
