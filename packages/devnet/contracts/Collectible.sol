// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// An NFT collection of the devnet with one document for all its tokens.
contract Collectible is ERC721 {
    string private _document;
    uint256 public totalSupply;

    constructor(string memory name, string memory symbol, string memory document) ERC721(name, symbol) {
        _document = document;
    }

    function mint(address to) external returns (uint256 id) {
        id = ++totalSupply;
        _mint(to, id);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireOwned(id);
        return _document;
    }
}
