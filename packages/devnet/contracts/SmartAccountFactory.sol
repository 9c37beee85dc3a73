// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC4337Factory} from "solady/src/accounts/ERC4337Factory.sol";

/// Makes accounts whose salt begins with their owner: nobody else can be first at an owner's address.
contract SmartAccountFactory is ERC4337Factory {
    error SaltOfAnother();

    constructor(address implementation) ERC4337Factory(implementation) {}

    /// The form most libraries call. Makes nothing where the account stands already.
    function createAccount(address owner, bytes32 salt) external payable returns (address) {
        if (address(bytes20(salt)) != owner) revert SaltOfAnother();
        return createAccount(salt);
    }
}
