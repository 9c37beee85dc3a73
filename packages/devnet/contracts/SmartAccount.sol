// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC4337} from "solady/src/accounts/ERC4337.sol";
import {ECDSA} from "solady/src/utils/ECDSA.sol";

/// What every account that is a contract runs: one owner's key, EntryPoint v0.7, signatures by ERC-1271 with ERC-7739.
contract SmartAccount is ERC4337 {
    function _domainNameAndVersion() internal pure override returns (string memory, string memory) {
        return ("Latchkey Account", "1");
    }

    /// The key's signature alone: code that the owner's own account delegates to (EIP-7702) neither makes nor locks one.
    function _erc1271IsValidSignatureNowCalldata(bytes32 hash, bytes calldata signature)
        internal
        view
        override
        returns (bool)
    {
        address signer = ECDSA.tryRecoverCalldata(hash, signature);
        return signer != address(0) && signer == owner();
    }

    function _validateSignature(PackedUserOperation calldata userOp, bytes32 userOpHash)
        internal
        view
        override
        returns (uint256)
    {
        bytes32 hash = ECDSA.toEthSignedMessageHash(userOpHash);
        return _erc1271IsValidSignatureNowCalldata(hash, userOp.signature) ? 0 : 1;
    }

    /// An unknown function is refused; by default it would be taken for compressed calls.
    function _useLibZipCdFallback() internal pure override returns (bool) {
        return false;
    }
}
