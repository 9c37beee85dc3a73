// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Resolves every name below the one it is set for (ENSIP-10) by a gateway off the chain (EIP-3668). It believes what one
/// of its signers signed for it, for the very question and for a limited time. Whoever made it may change both lists.
contract ZoneResolver {
    /// Half the order of secp256k1: every signature has a twin above it.
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    address private immutable _maker;
    string[] private _urls;
    mapping(address => bool) public isSigner;

    event UrlsChanged(string[] urls);
    event SignerChanged(address indexed signer, bool allowed);

    error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData);
    error NotMaker();
    error AnswerExpired(uint64 expires);
    error SignerUnknown(address signer);
    error SignatureMalformed();

    modifier onlyMaker() {
        if (msg.sender != _maker) revert NotMaker();
        _;
    }

    /// `urls` hold `{sender}` and `{data}`.
    constructor(string[] memory urls, address[] memory signers) {
        _maker = msg.sender;
        _urls = urls;
        emit UrlsChanged(urls);
        for (uint256 i = 0; i < signers.length; i++) {
            isSigner[signers[i]] = true;
            emit SignerChanged(signers[i], true);
        }
    }

    function setUrls(string[] memory urls) external onlyMaker {
        _urls = urls;
        emit UrlsChanged(urls);
    }

    function setSigner(address signer, bool allowed) external onlyMaker {
        isSigner[signer] = allowed;
        emit SignerChanged(signer, allowed);
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 // ERC-165
            || id == 0x9061b923; // resolve(bytes,bytes)
    }

    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory) {
        bytes memory request = abi.encodeCall(this.resolve, (name, data));
        revert OffchainLookup(address(this), _urls, request, this.resolveWithProof.selector, request);
    }

    /// What the gateway answered, `(bytes result, uint64 expires, bytes signature)`, to `request`.
    function resolveWithProof(bytes calldata response, bytes calldata request) external view returns (bytes memory) {
        (bytes memory result, uint64 expires, bytes memory signature) = abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert AnswerExpired(expires);
        bytes32 digest = keccak256(
            abi.encodePacked(hex"1900", address(this), expires, keccak256(request), keccak256(result))
        );
        address signer = _recover(digest, signature);
        if (!isSigner[signer]) revert SignerUnknown(signer);
        return result;
    }

    function _recover(bytes32 digest, bytes memory signature) private pure returns (address signer) {
        if (signature.length != 65) revert SignatureMalformed();
        bytes32 r;
        bytes32 s;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        if (uint256(s) > HALF_ORDER) revert SignatureMalformed();
        signer = ecrecover(digest, uint8(signature[64]), r, s);
        if (signer == address(0)) revert SignatureMalformed();
    }
}
