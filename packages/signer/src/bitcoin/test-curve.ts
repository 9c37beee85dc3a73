import { schnorr, secp256k1 } from '@noble/curves/secp256k1'

const { ProjectivePoint } = secp256k1

/**
 * The elliptic curve that bitcoinjs-lib uses in tests; it comes from another library than the
 * signer's own curve.
 */
export const eccLibrary = {
  isXOnlyPoint(point: Uint8Array): boolean {
    try {
      return Boolean(liftPoint(point))
    } catch {
      return false
    }
  },
  xOnlyPointAddTweak(
    point: Uint8Array,
    tweak: Uint8Array,
  ): { parity: 0 | 1; xOnlyPubkey: Uint8Array } | null {
    const scalar = BigInt(`0x${Buffer.from(tweak).toString('hex')}`)
    const tweakedPoint =
      scalar === 0n ? liftPoint(point) : liftPoint(point).add(ProjectivePoint.BASE.multiply(scalar))
    if (tweakedPoint.equals(ProjectivePoint.ZERO)) return null
    const sumBytes = tweakedPoint.toRawBytes(true)
    return { parity: sumBytes[0] === 3 ? 1 : 0, xOnlyPubkey: sumBytes.slice(1) }
  },
  verify: (hash: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean =>
    secp256k1.verify(signature, hash, publicKey),
  verifySchnorr: (hash: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean =>
    schnorr.verify(signature, hash, publicKey),
}

function liftPoint(point: Uint8Array): InstanceType<typeof ProjectivePoint> {
  return ProjectivePoint.fromHex(Uint8Array.from([2, ...point]))
}
