"""quicktype's classes for the schemas. It generates no operations, so HTTP is the standard library's."""

import json
import os
from typing import Any, Protocol
from urllib.request import Request, urlopen

from tradepost import (
    CustomerCreate,
    Customer,
    CustomerType,
    DeliveryAttemptCreate,
    Mode,
    Order,
    OrderCreate,
    OrderItemCreate,
    OrderPage,
    OrderStatus,
    OrderStatusSet,
    Outcome,
    PaymentCreate,
    Product,
    ProductCreate,
    StockAdjustment,
    StockAdjustmentCreate,
    StockReason,
)


def send(method: str, path: str, body: dict[str, Any] | None = None) -> str:
    headers = {"Authorization": f"Bearer {os.environ['TRADEPOST_KEY']}"}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    request = Request(f"{os.environ['TRADEPOST_URL']}/api/v1{path}", data, headers, method=method)
    with urlopen(request) as response:
        return response.read().decode()


class Body(Protocol):
    def to_dict(self) -> dict[Any, Any]: ...


def post(path: str, body: Body) -> Any:
    return json.loads(send("POST", path, body.to_dict()))


new_customer = CustomerCreate(type=CustomerType.PERSON, name="Maria Souza")
customer = Customer.from_dict(post("/customers", new_customer))
new_product = ProductCreate(name="Café", sku="CAF-500", price=39.9)
product = Product.from_dict(post("/products", new_product))
count = StockAdjustmentCreate(mode=Mode.SET, quantity=10, reason=StockReason.INITIAL)
StockAdjustment.from_dict(post(f"/stock/{product.id}/adjustments", count))
new_order = OrderCreate(customer_id=customer.id, items=[OrderItemCreate(quantity=3, sku=product.sku)])
order = Order.from_dict(post("/orders", new_order))
payment = PaymentCreate(amount=order.total, method="pix")
Order.from_dict(post(f"/orders/{order.id}/payments", payment))
Order.from_dict(post(f"/orders/{order.id}/status", OrderStatusSet(status=OrderStatus.IN_TRANSIT)))
delivery = DeliveryAttemptCreate(outcome=Outcome.DELIVERED)
Order.from_dict(post(f"/orders/{order.id}/delivery-attempts", delivery))

page = OrderPage.from_dict(json.loads(send("GET", "/orders?status=Delivered&limit=10")))
orders = [{"total": each.total, "status": each.status.value, "paid": each.paid_total} for each in page.data]
csv = send("GET", "/exports/orders?format=csv")
print(json.dumps({"orders": orders, "more": page.page.has_more, "csvLines": len(csv.rstrip().split("\r\n"))}))
