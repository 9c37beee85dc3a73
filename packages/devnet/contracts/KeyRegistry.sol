// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Keys of Farcaster ids, with the reading function of the public registry. On the devnet anybody may write.
contract KeyRegistry {
    enum KeyState {
        NULL,
        ADDED,
        REMOVED
    }

    struct KeyData {
        KeyState state;
        uint32 keyType;
    }

    mapping(uint256 fid => mapping(bytes key => KeyData)) private _keys;

    error WrongState();

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return _keys[fid][key];
    }

    function add(uint256 fid, uint32 keyType, bytes calldata key) external {
        if (_keys[fid][key].state != KeyState.NULL) revert WrongState();
        _keys[fid][key] = KeyData(KeyState.ADDED, keyType);
    }

    /// A removed key never comes back.
    function remove(uint256 fid, bytes calldata key) external {
        if (_keys[fid][key].state != KeyState.ADDED) revert WrongState();
        _keys[fid][key].state = KeyState.REMOVED;
    }
}
