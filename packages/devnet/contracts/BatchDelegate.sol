// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC7821} from "solady/src/accounts/ERC7821.sol";
import {ECDSA} from "solady/src/utils/ECDSA.sol";

/// What a key's own account takes over for batches (EIP-7702): only the account itself may have it execute (ERC-7821,
/// without opData), and its plain signatures go on counting (ERC-1271). It stores nothing.
contract BatchDelegate is ERC7821 {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return ECDSA.tryRecoverCalldata(hash, signature) == address(this) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
