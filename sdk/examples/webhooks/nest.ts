import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { expressHandler } from '@tradepost/sdk/webhooks/express';
import { receiver } from './receiver.ts';

@Module({})
class AppModule {}

const { PORT = 4000 } = process.env;
const app = await NestFactory.create(AppModule);
// Here and not in a controller: Nest parses the body before controllers get it, and only up to 100 kB. Middleware that is
// set before listen() runs first, so the receiver reads the raw bytes itself, up to 2 MiB. Handlers reach your services by
// app.get(OrdersService).
app.use('/hooks', expressHandler(receiver));
await app.listen(PORT);
