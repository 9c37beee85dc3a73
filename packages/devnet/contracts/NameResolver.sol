// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {NameRegistry} from "./NameRegistry.sol";

/// Addresses, texts and reverse names of nodes (ERC-137, ENSIP-5, ENSIP-9, ERC-181); written by the owner of the node.
contract NameResolver {
    uint256 private constant ETHER = 60;

    NameRegistry private immutable _registry;
    mapping(bytes32 node => mapping(uint256 coinType => bytes)) private _addresses;
    mapping(bytes32 node => mapping(string key => string)) private _texts;
    mapping(bytes32 node => string) private _names;

    event AddrChanged(bytes32 indexed node, address a);
    event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);
    event NameChanged(bytes32 indexed node, string name);

    error NotOwner(bytes32 node);

    modifier onlyOwner(bytes32 node) {
        if (_registry.owner(node) != msg.sender) revert NotOwner(node);
        _;
    }

    constructor(NameRegistry registry) {
        _registry = registry;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 // ERC-165
            || id == 0x3b3b57de // addr(bytes32)
            || id == 0xf1cb7e06 // addr(bytes32,uint256)
            || id == 0x59d1d43c // text
            || id == 0x691f3431; // name
    }

    function addr(bytes32 node) external view returns (address payable) {
        bytes memory raw = _addresses[node][ETHER];
        return payable(raw.length == 20 ? address(bytes20(raw)) : address(0));
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return _addresses[node][coinType];
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return _texts[node][key];
    }

    function name(bytes32 node) external view returns (string memory) {
        return _names[node];
    }

    function setAddr(bytes32 node, address a) external {
        setAddr(node, ETHER, abi.encodePacked(a));
        emit AddrChanged(node, a);
    }

    function setAddr(bytes32 node, uint256 coinType, bytes memory a) public onlyOwner(node) {
        _addresses[node][coinType] = a;
        emit AddressChanged(node, coinType, a);
    }

    function setText(bytes32 node, string calldata key, string calldata value) external onlyOwner(node) {
        _texts[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    function setName(bytes32 node, string calldata newName) external onlyOwner(node) {
        _names[node] = newName;
        emit NameChanged(node, newName);
    }
}
