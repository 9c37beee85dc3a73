import { type EncodeFunctionDataParameters, encodeFunctionData } from 'viem'

/** Call data of a function; loaded with the first call of a contract. @throws viem's errors */
export function encodeCall(parameters: EncodeFunctionDataParameters): `0x${string}` {
  return encodeFunctionData(parameters)
}
