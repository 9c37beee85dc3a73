import { type EncodeFunctionDataParameters, encodeFunctionData } from 'viem'

/**
 * Encodes the call data of a function. This code is loaded when a contract is first called.
 * @throws viem's errors
 */
export function encodeCall(parameters: EncodeFunctionDataParameters): `0x${string}` {
  return encodeFunctionData(parameters)
}
