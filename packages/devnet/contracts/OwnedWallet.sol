// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A wallet that says yes to what its owner's key signed (ERC-1271). The devnet does not deploy it: tests do.
contract OwnedWallet {
    address private immutable _owner;

    constructor(address owner) {
        _owner = owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer =
            ecrecover(hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        return signer == _owner && signer != address(0) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
