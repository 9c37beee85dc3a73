// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Token} from "./Token.sol";

/// A token of the devnet that keeps a share of every transfer. Anybody may change the share.
contract FeeToken is Token {
    /// Hundredths of a percent.
    uint256 public feeBps;

    constructor(string memory name, string memory symbol, uint8 decimals_, uint256 feeBps_) Token(name, symbol, decimals_) {
        feeBps = feeBps_;
    }

    function setFee(uint256 feeBps_) external {
        feeBps = feeBps_;
    }

    function _update(address from, address to, uint256 value) internal override {
        uint256 fee = from == address(0) || to == address(0) ? 0 : (value * feeBps) / 10_000;
        if (fee > 0) super._update(from, address(this), fee);
        super._update(from, to, value - fee);
    }
}
