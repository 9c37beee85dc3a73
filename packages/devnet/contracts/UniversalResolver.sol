// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {NameRegistry} from "./NameRegistry.sol";
import {NameResolver} from "./NameResolver.sol";
import {ReverseRegistrar} from "./ReverseRegistrar.sol";

/// Resolves a name, or an address back to its name, in one call (ENSIP-23). No off-chain gateways, no wildcards.
contract UniversalResolver {
    uint256 private constant ETHER = 60;

    NameRegistry private immutable _registry;
    ReverseRegistrar private immutable _reverse;

    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();
    error ResolverError(bytes errorData);
    error ResolverNotContract(bytes name, address resolver);
    error ResolverNotFound(bytes name);
    error ReverseAddressMismatch(string primary, bytes primaryAddress);
    error UnsupportedResolverProfile(bytes4 selector);

    constructor(NameRegistry registry, ReverseRegistrar reverse_) {
        _registry = registry;
        _reverse = reverse_;
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory, address) {
        return _resolve(name, data);
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata)
        external
        view
        returns (bytes memory, address)
    {
        return _resolve(name, data);
    }

    function reverse(bytes calldata lookup, uint256 coinType) external view returns (string memory, address, address) {
        return _reverseOf(lookup, coinType);
    }

    function reverseWithGateways(bytes calldata lookup, uint256 coinType, string[] calldata)
        external
        view
        returns (string memory, address, address)
    {
        return _reverseOf(lookup, coinType);
    }

    function _resolve(bytes memory name, bytes memory data) private view returns (bytes memory result, address resolver) {
        resolver = _registry.resolver(_hash(name, 0));
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        if (!_supports(resolver, bytes4(data))) revert UnsupportedResolverProfile(bytes4(data));
        bool success;
        (success, result) = resolver.staticcall(data);
        if (!success) revert ResolverError(result);
    }

    function _reverseOf(bytes calldata lookup, uint256 coinType)
        private
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        if (lookup.length == 0) revert EmptyAddress();
        // Only addresses of the default EVM coin type have reverse records here.
        if (coinType != ETHER || lookup.length != 20) return ("", address(0), address(0));
        bytes32 node = _reverse.node(address(bytes20(lookup)));
        reverseResolver = _registry.resolver(node);
        if (reverseResolver == address(0)) return ("", address(0), address(0));
        primary = NameResolver(reverseResolver).name(node);
        if (bytes(primary).length == 0) return ("", address(0), reverseResolver);
        bytes memory dns = _encode(primary);
        bytes memory result;
        (result, resolver) =
            _resolve(dns, abi.encodeWithSignature("addr(bytes32,uint256)", _hash(dns, 0), coinType));
        bytes memory owner = abi.decode(result, (bytes));
        if (keccak256(owner) != keccak256(lookup)) revert ReverseAddressMismatch(primary, owner);
    }

    function _supports(address resolver, bytes4 selector) private view returns (bool) {
        try NameResolver(resolver).supportsInterface(selector) returns (bool answer) {
            return answer;
        } catch {
            return false;
        }
    }

    function _hash(bytes memory dns, uint256 offset) private pure returns (bytes32) {
        if (offset >= dns.length) revert DNSDecodingFailed(dns);
        uint256 size = uint8(dns[offset]);
        if (size == 0) {
            if (offset + 1 != dns.length) revert DNSDecodingFailed(dns);
            return bytes32(0);
        }
        if (offset + 1 + size >= dns.length) revert DNSDecodingFailed(dns);
        bytes memory label = new bytes(size);
        for (uint256 i = 0; i < size; i++) {
            label[i] = dns[offset + 1 + i];
        }
        return keccak256(abi.encodePacked(_hash(dns, offset + 1 + size), keccak256(label)));
    }

    function _encode(string memory name) private pure returns (bytes memory dns) {
        bytes memory text = bytes(name);
        dns = new bytes(text.length + 2);
        uint256 start = 0;
        for (uint256 i = 0; i <= text.length; i++) {
            if (i < text.length && text[i] != ".") {
                dns[i + 1] = text[i];
                continue;
            }
            uint256 size = i - start;
            if (size == 0 || size > 255) revert DNSEncodingFailed(name);
            dns[start] = bytes1(uint8(size));
            start = i + 1;
        }
    }
}
