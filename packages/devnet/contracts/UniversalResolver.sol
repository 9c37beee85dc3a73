// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {NameRegistry} from "./NameRegistry.sol";
import {NameResolver} from "./NameResolver.sol";
import {ReverseRegistrar} from "./ReverseRegistrar.sol";

interface IExtendedResolver {
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}

interface IBatchGateway {
    struct Query {
        address sender;
        string[] urls;
        bytes data;
    }

    function query(Query[] calldata queries) external view returns (bool[] memory failures, bytes[] memory responses);
}

/// Resolves a name, or an address back to its name, in one call (ENSIP-23); names without a resolver of their own by that
/// of the nearest parent that has one (ENSIP-10). What a resolver looks up off the chain is asked by the reader (EIP-3668),
/// in a batch of one, and brought back to that resolver; a second look-up after the first is not followed.
contract UniversalResolver {
    uint256 private constant ETHER = 60;
    /// Readers that know it make up the batch gateway themselves.
    string private constant LOCAL_GATEWAY = "x-batch-gateway:true";

    /// What must be known when an answer comes back.
    struct Pending {
        address resolver;
        bool isExtended;
        bytes4 callback;
        bytes extra;
        bytes carried;
    }

    NameRegistry private immutable _registry;
    ReverseRegistrar private immutable _reverse;

    error DNSDecodingFailed(bytes dns);
    error DNSEncodingFailed(string ens);
    error EmptyAddress();
    error HttpError(uint16 status, string message);
    error InvalidBatchGatewayResponse();
    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
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
        return _resolve(name, data, _localGateway(), this.resolveCallback.selector, "");
    }

    function resolveWithGateways(bytes calldata name, bytes calldata data, string[] calldata gateways)
        external
        view
        returns (bytes memory, address)
    {
        return _resolve(name, data, gateways, this.resolveCallback.selector, "");
    }

    function resolveCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (bytes memory result, address resolver)
    {
        (result, resolver,) = _bringBack(response, extra);
    }

    function reverse(bytes calldata lookup, uint256 coinType) external view returns (string memory, address, address) {
        return _reverseOf(lookup, coinType, _localGateway());
    }

    function reverseWithGateways(bytes calldata lookup, uint256 coinType, string[] calldata gateways)
        external
        view
        returns (string memory, address, address)
    {
        return _reverseOf(lookup, coinType, gateways);
    }

    function reverseCallback(bytes calldata response, bytes calldata extra)
        external
        view
        returns (string memory primary, address resolver, address reverseResolver)
    {
        bytes memory result;
        bytes memory carried;
        (result, resolver, carried) = _bringBack(response, extra);
        bytes memory lookup;
        (lookup, primary, reverseResolver) = abi.decode(carried, (bytes, string, address));
        _checkOwner(result, lookup, primary);
    }

    /// The resolver of a name (else of its nearest parent, else none), the node of the name, and where in its bytes the name
    /// begins that has this resolver.
    function findResolver(bytes calldata name) external view returns (address resolver, bytes32 node, uint256 offset) {
        (resolver, offset) = _find(name);
        node = _hash(name, 0);
    }

    function _resolve(
        bytes memory name,
        bytes memory data,
        string[] memory gateways,
        bytes4 callback,
        bytes memory carried
    ) private view returns (bytes memory result, address resolver) {
        uint256 offset;
        (resolver, offset) = _find(name);
        bool isExact = offset == 0;
        if (resolver == address(0)) revert ResolverNotFound(name);
        if (resolver.code.length == 0) revert ResolverNotContract(name, resolver);
        bool isExtended = _supports(resolver, IExtendedResolver.resolve.selector);
        if (!isExtended && !isExact) revert ResolverNotFound(name);
        if (!isExtended && !_supports(resolver, bytes4(data))) revert UnsupportedResolverProfile(bytes4(data));
        bool success;
        (success, result) =
            resolver.staticcall(isExtended ? abi.encodeCall(IExtendedResolver.resolve, (name, data)) : data);
        if (success) return (isExtended ? abi.decode(result, (bytes)) : result, resolver);
        if (bytes4(result) != OffchainLookup.selector) revert ResolverError(result);
        _lookUp(result, gateways, callback, Pending(resolver, isExtended, 0, "", carried));
    }

    /// Passes on what a resolver wants to know from elsewhere.
    function _lookUp(bytes memory wanted, string[] memory gateways, bytes4 callback, Pending memory pending)
        private
        view
    {
        (address sender, string[] memory urls, bytes memory callData, bytes4 inner, bytes memory extra) =
            abi.decode(_withoutSelector(wanted), (address, string[], bytes, bytes4, bytes));
        if (sender != pending.resolver) revert ResolverError(wanted);
        (pending.callback, pending.extra) = (inner, extra);
        IBatchGateway.Query[] memory queries = new IBatchGateway.Query[](1);
        queries[0] = IBatchGateway.Query(sender, urls, callData);
        bytes memory batch = abi.encodeCall(IBatchGateway.query, (queries));
        revert OffchainLookup(address(this), gateways, batch, callback, abi.encode(pending));
    }

    function _bringBack(bytes calldata response, bytes calldata extra)
        private
        view
        returns (bytes memory result, address resolver, bytes memory carried)
    {
        Pending memory pending = abi.decode(extra, (Pending));
        (bool[] memory failures, bytes[] memory responses) = abi.decode(response, (bool[], bytes[]));
        if (failures.length != 1 || responses.length != 1) revert InvalidBatchGatewayResponse();
        bytes memory answer = responses[0];
        if (failures[0] && bytes4(answer) != HttpError.selector) revert ResolverError(answer);
        if (failures[0]) {
            (uint16 status, string memory message) = abi.decode(_withoutSelector(answer), (uint16, string));
            revert HttpError(status, message);
        }
        bool success;
        (success, result) =
            pending.resolver.staticcall(abi.encodeWithSelector(pending.callback, answer, pending.extra));
        if (!success) revert ResolverError(result);
        if (pending.isExtended) result = abi.decode(result, (bytes));
        return (result, pending.resolver, pending.carried);
    }

    function _reverseOf(bytes calldata lookup, uint256 coinType, string[] memory gateways)
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
        bytes memory ask = abi.encodeWithSignature("addr(bytes32,uint256)", _hash(dns, 0), coinType);
        bytes memory carried = abi.encode(lookup, primary, reverseResolver);
        bytes memory result;
        (result, resolver) = _resolve(dns, ask, gateways, this.reverseCallback.selector, carried);
        _checkOwner(result, lookup, primary);
    }

    function _checkOwner(bytes memory result, bytes memory lookup, string memory primary) private pure {
        bytes memory owner = abi.decode(result, (bytes));
        if (keccak256(owner) != keccak256(lookup)) revert ReverseAddressMismatch(primary, owner);
    }

    /// The resolver of a name, else of its nearest parent, and where that one begins.
    function _find(bytes memory dns) private view returns (address resolver, uint256 offset) {
        for (;; offset += 1 + uint8(dns[offset])) {
            resolver = _registry.resolver(_hash(dns, offset));
            if (resolver != address(0) || dns[offset] == 0) return (resolver, offset);
        }
    }

    function _localGateway() private pure returns (string[] memory gateways) {
        gateways = new string[](1);
        gateways[0] = LOCAL_GATEWAY;
    }

    function _withoutSelector(bytes memory coded) private pure returns (bytes memory rest) {
        rest = new bytes(coded.length - 4);
        for (uint256 i = 0; i < rest.length; i++) {
            rest[i] = coded[i + 4];
        }
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
