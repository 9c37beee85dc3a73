// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {NameRegistry} from "./NameRegistry.sol";
import {NameResolver} from "./NameResolver.sol";

/// Gives every address its node under `addr.reverse` (ERC-181). The maker may write for others, to seed the devnet.
contract ReverseRegistrar {
    bytes16 private constant DIGITS = "0123456789abcdef";

    NameRegistry private immutable _registry;
    NameResolver private immutable _resolver;
    bytes32 private immutable _root;
    address private immutable _maker;

    error NotMaker();

    constructor(NameRegistry registry, NameResolver resolver, bytes32 root) {
        _registry = registry;
        _resolver = resolver;
        _root = root;
        _maker = msg.sender;
    }

    function node(address account) external view returns (bytes32) {
        return keccak256(abi.encodePacked(_root, _label(account)));
    }

    function setName(string calldata name) external returns (bytes32) {
        return _set(msg.sender, name);
    }

    function setNameForAddr(address account, string calldata name) external returns (bytes32) {
        if (msg.sender != _maker) revert NotMaker();
        return _set(account, name);
    }

    function _set(address account, string calldata name) private returns (bytes32 subnode) {
        bytes32 label = _label(account);
        _registry.setSubnodeRecord(_root, label, address(this), address(_resolver), 0);
        subnode = keccak256(abi.encodePacked(_root, label));
        _resolver.setName(subnode, name);
    }

    function _label(address account) private pure returns (bytes32) {
        bytes20 raw = bytes20(account);
        bytes memory text = new bytes(40);
        for (uint256 i = 0; i < 20; i++) {
            text[2 * i] = DIGITS[uint8(raw[i]) >> 4];
            text[2 * i + 1] = DIGITS[uint8(raw[i]) & 15];
        }
        return keccak256(text);
    }
}
