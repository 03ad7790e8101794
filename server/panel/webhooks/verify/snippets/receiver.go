// {{endpoint}}
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

const (
	path             = "{{path}}"
	maxBodyBytes     = 2 << 20
	toleranceSeconds = 300
)

var secret = []byte(os.Getenv("TRADEPOST_WEBHOOK_SECRET"))

func main() {
	if len(secret) == 0 {
		log.Fatal("TRADEPOST_WEBHOOK_SECRET is not set.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(receive)))
}

func receive(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || r.URL.EscapedPath() != path {
		http.NotFound(w, r)
		return
	}
	// {{raw}}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if !isAuthentic(r.Header, body) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var event struct {
		Type string `json:"event_type"`
		ID   string `json:"event_id"`
	}
	if json.Unmarshal(body, &event) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	// {{dedupe}}
	// {{test}}
	log.Println(event.Type, event.ID)
	w.WriteHeader(http.StatusNoContent)
}

func isAuthentic(header http.Header, body []byte) bool {
	timestamp := header.Get("X-Service-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - seconds
	if err != nil || age > toleranceSeconds || age < -toleranceSeconds {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := []byte("sha256=" + hex.EncodeToString(mac.Sum(nil)))
	// {{previous}}
	return hmac.Equal(expected, []byte(header.Get("X-Service-Signature"))) ||
		hmac.Equal(expected, []byte(header.Get("X-Service-Signature-Previous")))
}
