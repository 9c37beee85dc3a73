;; A SIP-10 token that anybody may mint.
(define-fungible-token latch)

(define-public (transfer (amount uint) (sender principal) (recipient principal) (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender sender) (err u4))
    (try! (ft-transfer? latch amount sender recipient))
    (match memo note (begin (print note) true) true)
    (ok true)))

(define-public (mint (amount uint) (recipient principal)) (ft-mint? latch amount recipient))

;; Sends more than it says: for post-conditions to catch.
(define-public (transfer-twice (amount uint) (recipient principal))
  (begin
    (try! (ft-transfer? latch amount tx-sender recipient))
    (ft-transfer? latch amount tx-sender recipient)))

(define-read-only (get-name) (ok "Latch Token"))
(define-read-only (get-symbol) (ok "LATCH"))
(define-read-only (get-decimals) (ok u6))
(define-read-only (get-balance (owner principal)) (ok (ft-get-balance latch owner)))
(define-read-only (get-total-supply) (ok (ft-get-supply latch)))
(define-read-only (get-token-uri) (ok none))
