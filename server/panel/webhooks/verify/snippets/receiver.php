<?php
// {{endpoint}}
const PATH = '{{path}}';
const TOLERANCE_SECONDS = 300;

function is_authentic(string $body, string $secret): bool
{
    $timestamp = $_SERVER['HTTP_X_SERVICE_TIMESTAMP'] ?? '';
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp)) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $body, $secret);
    // {{previous}}
    return hash_equals($expected, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')
        || hash_equals($expected, $_SERVER['HTTP_X_SERVICE_SIGNATURE_PREVIOUS'] ?? '');
}

function receive(string $body): int
{
    $secret = getenv('TRADEPOST_WEBHOOK_SECRET');
    if (!$secret) {
        error_log('TRADEPOST_WEBHOOK_SECRET is not set.');
        return 500;
    }
    if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== PATH) {
        return 404;
    }
    if (!is_authentic($body, $secret)) {
        return 401;
    }
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    // {{dedupe}}
    // {{test}}
    error_log($event['event_type'] . ' ' . $event['event_id']);
    return 204;
}

// {{raw}}
http_response_code(receive(file_get_contents('php://input')));
