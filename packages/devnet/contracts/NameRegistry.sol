// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Who owns a name and which resolver answers for it (ERC-137). The maker owns the root.
contract NameRegistry {
    struct Entry {
        address owner;
        address resolver;
        uint64 ttl;
    }

    mapping(bytes32 node => Entry) private _entries;

    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);
    event NewTTL(bytes32 indexed node, uint64 ttl);

    error NotOwner(bytes32 node);

    modifier onlyOwner(bytes32 node) {
        if (_entries[node].owner != msg.sender) revert NotOwner(node);
        _;
    }

    constructor() {
        _entries[0].owner = msg.sender;
    }

    function owner(bytes32 node) external view returns (address) {
        return _entries[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return _entries[node].resolver;
    }

    function ttl(bytes32 node) external view returns (uint64) {
        return _entries[node].ttl;
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return _entries[node].owner != address(0);
    }

    function setOwner(bytes32 node, address owner_) external onlyOwner(node) {
        _entries[node].owner = owner_;
        emit Transfer(node, owner_);
    }

    function setResolver(bytes32 node, address resolver_) public onlyOwner(node) {
        _entries[node].resolver = resolver_;
        emit NewResolver(node, resolver_);
    }

    function setTTL(bytes32 node, uint64 ttl_) external onlyOwner(node) {
        _entries[node].ttl = ttl_;
        emit NewTTL(node, ttl_);
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address owner_) public onlyOwner(node) returns (bytes32 subnode) {
        subnode = keccak256(abi.encodePacked(node, label));
        _entries[subnode].owner = owner_;
        emit NewOwner(node, label, owner_);
    }

    function setSubnodeRecord(bytes32 node, bytes32 label, address owner_, address resolver_, uint64 ttl_) external {
        bytes32 subnode = setSubnodeOwner(node, label, owner_);
        _entries[subnode].resolver = resolver_;
        _entries[subnode].ttl = ttl_;
        emit NewResolver(subnode, resolver_);
    }
}
