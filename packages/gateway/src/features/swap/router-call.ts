import { encodeFunctionData, type Hex, parseAbi } from 'viem'

interface RouterCallInput {
  readonly from: Hex | 'coin'
  readonly to: Hex | 'coin'
  readonly side: 'pay' | 'receive'
  /** Addresses of the tokens on the route; at either end the wrapped coin stands for the coin. */
  readonly path: readonly Hex[]
  /**
   * Least amount that must arrive, in base units; with side `receive` exactly this amount arrives.
   */
  readonly least: bigint
  /**
   * Largest amount that may be paid, in base units; with side `pay` exactly this amount is paid.
   */
  readonly most: bigint
  readonly user: Hex
  /** Time after which the router refuses the swap, in seconds since the epoch. */
  readonly deadline: bigint
  /**
   * Whether transfers of the paid and the received token arrive in full. If not, the router must
   * measure what arrived, which it can do only with side `pay`.
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
 * Encodes the call of a Uniswap v2 router for a swap. The router has separate functions for paying
 * or receiving the coin.
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
  // The router sends back the part of the coin that it does not need.
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
