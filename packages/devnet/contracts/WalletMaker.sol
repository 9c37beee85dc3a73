// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OwnedWallet} from "./OwnedWallet.sol";

/// Makes wallets whose addresses are known before (ERC-6492 wants that). The devnet does not deploy it: tests do.
contract WalletMaker {
    function make(address owner, bytes32 salt) external returns (address) {
        return address(new OwnedWallet{salt: salt}(owner));
    }
}
